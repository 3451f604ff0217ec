// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Reshaping: the input's elements under another shape. It costs nothing.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input and output: equal numbers of elements, one type. The output has the shape of its tensor.
/// Source: ONNX Reshape, Flatten, Squeeze, Unsqueeze.
struct reshape {
    static constexpr const char* name = "reshape";
    static constexpr const char* member_names = "";
};

constexpr description describe(const reshape&, const operands& t) {
    return {.output = t.output().dims, .contract = contract::alias, .in_place = first_input()};
}

}  // namespace tigris::ops
