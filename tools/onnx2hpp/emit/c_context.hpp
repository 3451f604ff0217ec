// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes of the arenas and of the context of a C interface.

#include <onnx2hpp/emit/header_plan.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// An arena of a C interface. Its name is that of a region of the header's default target. For
/// kinds other than scratch, the kind comes first. `is_in_context`: the context has that arena.
struct c_region {
    std::string name;
    int number = 0;
    std::int64_t bytes = 0;
    bool is_in_context = true;
};

/// `alignment` of arenas and context. The context has `bytes`, and `pointer_count` pointers: one
/// for each arena that is the firmware's, and one for a blob. `staged_count` blocks of constants
/// are copied before a run.
struct c_context {
    std::vector<c_region> regions;
    int pointer_count = 0;
    std::int64_t bytes = 0;
    std::uint32_t alignment = 0;
    std::size_t staged_count = 0;
};

c_context make_c_context(const lowered_model& model, const options& options,
                         const std::vector<owned_hint>& hints);

}  // namespace onnx2hpp
