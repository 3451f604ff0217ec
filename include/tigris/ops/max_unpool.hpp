// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Puts elements back to the places that a pool took them from.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// Inputs: elements, and for each its number (i64) in a tensor with the extents `places`. Both are
/// in ONNX's order. Output: zeros, except for these elements, with the extents of its tensor.
/// Elements outside of these extents are dropped. Source: ONNX MaxUnpool.
struct max_unpool {
    static constexpr const char* name = "max_unpool";
    static constexpr const char* member_names = "places";

    static constexpr int data_inputs = 2;

    sized_array<int32_t, max_rank> places{};
};

constexpr description describe(const max_unpool&, const operands& t) {
    return {.output = t.output().dims, .contract = contract::whole};
}

}  // namespace tigris::ops
