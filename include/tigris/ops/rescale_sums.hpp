// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Turns sums of products of codes into numbers, by a scale that is computed at run time.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs:
///
/// * sums [..., n], or [..., n + 1] with a factor (i32);
/// * a dynamic_range [2] of the codes;
/// * totals [n] (i32 or i16): the sum of each output's weights;
/// * scales [n or 1] (f32), or absent;
/// * biases [n] (f32), or absent.
///
/// Output: [..., n], i32 or f32. Of output c it is
///
///     sum = sums[c] + factor * sums[n] - (zero_point - base) * totals[c]
///
/// or, as f32, clamp(sum * (scale * scales[c]) + bias[c]).
///
/// A factor is for weights beyond int8: the kernel's weights are smaller by the factor, and sums[n]
/// is the sum of the codes. `base`: by how much codes are less than uint8's. With `adds_totals` the
/// totals are computed at run time (sum_addends), and are added without a factor. Source: ONNX
/// MatMulInteger, ConvInteger.
struct rescale_sums {
    static constexpr const char* name = "rescale_sums";
    static constexpr const char* member_names = "base, factor, adds_totals, clamp";

    static constexpr int data_inputs = 3;

    int32_t base = 0;
    int32_t factor = 0;
    bool adds_totals = false;
    struct clamp clamp {};
};

constexpr description describe(const rescale_sums&, const operands& t) {
    shape output = t.input(0).dims;
    output.extent[output.rank - 1] = t.input(2).dims[0];
    const bool overwrites = t.input(0).kind != tensor_kind::constant;
    return {.output = output, .in_place = first_input(overwrites)};
}

}  // namespace tigris::ops
