// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Pools of any form over one to three spatial axes.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/space.hpp>

namespace tigris::ops {

/// power_mean: (sum |x|^p)^(1/p). place: the number of the largest element in the input. ONNX
/// counts elements as [n, channels, space...], or with the spatial axes in reverse order.
enum class pool_nd_function : uint8_t { max, average, power_mean, place };

/// Input and output: images [n, space..., channels]. The output has the extents of its tensor; for
/// `place` its type is i64. The average counts padding (pads and pads_end, and nothing beyond) only
/// if `count_include_pad`. Source: ONNX MaxPool, AveragePool, LpPool.
struct pool_nd {
    static constexpr const char* name = "pool_nd";
    static constexpr const char* member_names =
        "function, kernel, strides, dilations, pads, pads_end, p, count_include_pad, "
        "column_major, clamp";

    pool_nd_function function = pool_nd_function::max;
    space_numbers kernel{{1, 1, 1}};
    space_numbers strides{{1, 1, 1}};
    space_numbers dilations{{1, 1, 1}};
    space_numbers pads{};
    space_numbers pads_end{};
    int32_t p = 2;
    bool count_include_pad = false;
    bool column_major = false;
    struct clamp clamp {};
};

constexpr description describe(const pool_nd&, const operands& t) {
    const shape input = t.input(0).dims;
    shape output = with_channels(t.output().dims, input[input.rank - 1]);
    output.extent[0] = input[0];
    return {.output = output, .contract = contract::whole};
}

}  // namespace tigris::ops
