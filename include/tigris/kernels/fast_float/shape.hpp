// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which layers of floats have kernels on cores with vectors or registers of floats: what planners
// and the kernels must agree on.

#include <tigris/kernels/portable/facts.hpp>

namespace tigris::kernels::fast_float_kernels {

/// Rows under a window, or its taps where they lie apart, that a kernel keeps the addresses of.
inline constexpr int32_t most_spans_of_window = 16;

constexpr bool fits_spans(const ops::window& w) {
    return w.kernel_h * (w.dilation_w == 1 ? 1 : w.kernel_w) <= most_spans_of_window;
}

/// Whether weights are floats that lie by fours of outputs, or may: at most a quarter more of them.
constexpr bool takes_fours(const operands& t, int32_t outputs) {
    return t.input(0).type == dtype::f32 && t.output().type == dtype::f32 &&
           t.input(1).type == dtype::f32 && (outputs + 3) / 4 * 16 <= outputs * 5;
}

constexpr weight_order order_of(const ops::conv& op, const operands& t) {
    const bool applies =
        op.groups == 1 && fits_spans(op.window) && takes_fours(t, t.input(1).dims[0]);
    return applies ? weight_order::float_fours : weight_order::canonical;
}
constexpr weight_order order_of(const ops::gemm&, const operands& t) {
    return takes_fours(t, t.input(1).dims[0]) ? weight_order::float_fours : weight_order::canonical;
}

/// Whether a step's weights lie in the order float_fours.
constexpr bool are_in_fours(const operands& t) {
    return t.input(1).order == weight_order::float_fours;
}

/// Depthwise layers' weights lie as all backends read them.
constexpr bool convolves_channels(const ops::depthwise_conv& op, const operands& t) {
    return t.input(0).type == dtype::f32 && t.output().type == dtype::f32 &&
           t.input(1).type == dtype::f32 && op.window.kernel_h <= most_spans_of_window &&
           rows_of(t.input(0).dims).channels == t.input(1).dims[2];
}

}  // namespace tigris::kernels::fast_float_kernels
