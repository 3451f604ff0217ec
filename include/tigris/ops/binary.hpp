// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Element by element functions of two tensors, with broadcasting.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

enum class binary_function : uint8_t { add, multiply };

/// Inputs: two tensors whose shapes broadcast, either of them possibly a constant. Output: their
/// common shape. Source: ONNX Add, Mul.
struct binary {
    static constexpr const char* name = "binary";

    static constexpr int data_inputs = 2;

    binary_function function = binary_function::add;
    struct clamp clamp {};
};

/// The common shape of two operands: axes aligned at the innermost, extents equal or 1.
/// Rank 0 if there is none and the operands are not scalars.
constexpr shape broadcast(const shape& a, const shape& b) {
    shape result{.rank = a.rank > b.rank ? a.rank : b.rank};
    for (int back = 1; back <= result.rank; ++back) {
        const int32_t x = back <= a.rank ? a[a.rank - back] : 1;
        const int32_t y = back <= b.rank ? b[b.rank - back] : 1;
        if (x != y && x != 1 && y != 1) return {};
        result.extent[result.rank - back] = x == 1 ? y : x;
    }
    return result;
}

constexpr bool may_overwrite(const tensor& input, const tensor& output) {
    return input.kind != tensor_kind::constant && input.dims == output.dims &&
           bits_of(input.type) == bits_of(output.type);
}

constexpr description describe(const binary&, const operands& t) {
    const shape a = t.input(0).dims, b = t.input(1).dims, output = broadcast(a, b);
    const bool plain =
        (a == output || element_count(a) == 1) && (b == output || element_count(b) == 1);
    const int8_t in_place = may_overwrite(t.input(0), t.output())   ? 0
                            : may_overwrite(t.input(1), t.output()) ? 1
                                                                    : -1;
    return {
        .output = output, .runs = plain ? contract::rows : contract::whole, .in_place = in_place};
}

}  // namespace tigris::ops
