// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The result of calls that can fail.

#include <stdint.h>

namespace tigris {

/// Why an arena cannot be bound or a run cannot begin. A caller must look at the status: a run that
/// fails touches nothing.
///
/// * null_buffer: C passed no context, no buffer or no function (c_interface.hpp).
/// * damaged_constants: the checksum of packed constants or of a blob differs.
/// * unbound_weights: no blob is bound.
/// * foreign_weights: the bytes are no blob, or the blob of another model.
enum class [[nodiscard]] status : uint8_t{
    ok = 0,
    unknown_region = 1,
    null_arena = 2,
    undersized_arena = 3,
    misaligned_arena = 4,
    unbound_arena = 5,
    null_buffer = 6,
    damaged_constants = 7,
    unbound_weights = 8,
    foreign_weights = 9,
    hydration_required = 200,
};

struct named_status {
    status value;
    const char* name;
};

/// All statuses with their names.
inline constexpr named_status statuses[]{{status::ok, "ok"},
                                         {status::unknown_region, "unknown_region"},
                                         {status::null_arena, "null_arena"},
                                         {status::undersized_arena, "undersized_arena"},
                                         {status::misaligned_arena, "misaligned_arena"},
                                         {status::unbound_arena, "unbound_arena"},
                                         {status::null_buffer, "null_buffer"},
                                         {status::damaged_constants, "damaged_constants"},
                                         {status::unbound_weights, "unbound_weights"},
                                         {status::foreign_weights, "foreign_weights"},
                                         {status::hydration_required, "hydration_required"}};

/// The name of a status; "unknown_status" for other numbers.
constexpr const char* status_name(status s) {
    for (const named_status& known : statuses)
        if (known.value == s) return known.name;
    return "unknown_status";
}

}  // namespace tigris
