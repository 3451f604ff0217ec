// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Protobuf's wire format (https://protobuf.dev/programming-guides/encoding), so that the runner
// needs no library and can be built for any processor.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verify {

/// A field of a message: a number, or bytes (fixed numbers are those that they are written as).
struct wire_field {
    std::uint64_t id;
    bool is_bytes;
    std::uint64_t value;
    std::string_view bytes;
};

/// The fields of a message, one after the other; they look into it. Throws std::runtime_error where
/// it is none.
std::vector<wire_field> wire_fields(std::string_view message);

/// Appends the numbers of a repeated field of integers: one, or several that are packed. Throws as
/// above.
void append_integers(const wire_field& field, std::vector<std::uint64_t>& numbers);

/// Appends a field to a message.
void write_number(std::string& message, unsigned id, std::uint64_t value);
void write_bytes(std::string& message, unsigned id, std::string_view bytes);

}  // namespace verify
