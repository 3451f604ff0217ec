// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The k largest or smallest elements along an axis, in order.

#include <tigris/ops/axes_in_rows.hpp>

namespace tigris::ops {

/// Input: any shape. Output: the same shape with extent `k` along `axis`. It holds the elements
/// themselves, or, as int64, their places. Of equal elements the first comes first. NaN counts as
/// the largest. Source: ONNX TopK.
struct top_k {
    static constexpr const char* name = "top_k";
    static constexpr const char* member_names = "k, axis, smallest, indices";

    int32_t k = 1;
    int8_t axis = 0;
    bool smallest = false;
    bool indices = false;
};

constexpr description describe(const top_k& op, const operands& t) {
    shape output = t.input(0).dims;
    const ops::contract how = contract_along(uint8_t(1u << op.axis), output);
    output.extent[op.axis] = op.k;
    return {.output = output, .contract = how};
}

}  // namespace tigris::ops
