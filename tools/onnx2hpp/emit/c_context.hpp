// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes of the arenas and of the context of a C interface.

#include <onnx2hpp/emit/header_plan.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// An arena of a C interface.
struct c_region {
    std::string name;  // name of its region; for kinds other than scratch, the kind comes first
    int number = 0;    // number of the arena
    std::int64_t bytes = 0;     // bytes of the arena
    bool is_in_context = true;  // the context has the arena
};

/// The context of a C interface.
struct c_context {
    std::vector<c_region> regions;  // its arenas
    int pointer_count = 0;   // pointers: one for each arena of the firmware, and one for a blob
    std::int64_t bytes = 0;  // bytes of the context
    /// Addresses of arenas and context are multiples of this number of bytes.
    std::uint32_t alignment = 0;
    std::size_t staged_count = 0;  // blocks of constants that are copied before a run
};

c_context make_c_context(const lowered_model& model, const options& options,
                         const std::vector<owned_hint>& hints);

}  // namespace onnx2hpp
