// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the blocked kernels.

#include <tigris/kernels/arithmetic/coded_weights.hpp>
#include <tigris/kernels/blocked/block_shape.hpp>
#include <tigris/kernels/portable/facts.hpp>

namespace tigris::kernels {

namespace blocked_kernels {

/// Floats stay in the order that all backends read.
constexpr weight_order order_of_weights(const operands& t) {
    const bool applies =
        t.input(0).type == dtype::i8 && multiplies(t.input(0).type, t.output().type);
    return applies ? weight_order::blocked_fours : weight_order::canonical;
}

template <adds_products Op>
constexpr bool multiplies(const operands& t) {
    return multiplies(t.input(0).type, t.output().type) &&
           (!has_coded_weights<Op>(t) || t.input(1).type == dtype::f16);
}

constexpr kernel_facts facts_of_blocks(const ops::conv& op, const operands& t) {
    if (!multiplies<ops::conv>(t) || op.groups != 1) return {};
    const shape weights = t.input(1).dims;
    const ops::window& w = op.window;
    const bool is_padded = w.pad_top || w.pad_left || w.pad_bottom || w.pad_right;
    const bool gathers = is_padded || !are_pixels(w.kernel_h, w.kernel_w, w.stride_w);
    const int32_t depth = weights[1] * weights[2] * weights[3];
    return {
        .scratch_bytes = gathers ? scratch_bytes_of(window_shape_of(depth, t.input(0).type)) : 0,
        .call_cycles = 50 + 10 * weights[0],
        .backend = blocked};
}

/// Each call sets up the scales of all channels, in 36 instructions each, of which a planner's
/// cycle is five: products take two and a half.
constexpr kernel_facts facts_of_blocks(const ops::depthwise_conv&, const operands& t) {
    if (!multiplies<ops::depthwise_conv>(t)) return {};
    return {.call_cycles = 50 + 7 * rows_of(t.output().dims).channels, .backend = blocked};
}

constexpr kernel_facts facts_of_blocks(const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    if (multiplies<ops::gemm>(t)) facts.backend = blocked;
    return facts;
}

}  // namespace blocked_kernels

/// All other kernels are portable's, which are plain C++ too.
template <class Op>
constexpr kernel_facts facts_of(blocked_tag, const Op& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    facts.by_choice = true;
    return facts;
}

constexpr weight_order weight_order_of(blocked_tag, const ops::conv& op, const operands& t) {
    return op.groups == 1 ? blocked_kernels::order_of_weights(t) : weight_order::canonical;
}
constexpr weight_order weight_order_of(blocked_tag, const ops::gemm&, const operands& t) {
    return blocked_kernels::order_of_weights(t);
}

template <adds_products Op>
constexpr kernel_facts facts_of(blocked_tag, const Op& op, const operands& t) {
    return blocked_kernels::facts_of_blocks(op, t);
}

/// Facts of layers of floats. Other types run on portable kernels.
template <adds_products Op>
constexpr kernel_facts facts_of(float_blocks_tag, const Op& op, const operands& t) {
    return t.output().type == dtype::f32 ? blocked_kernels::facts_of_blocks(op, t)
                                         : facts_of(portable_tag{}, op, t);
}

}  // namespace tigris::kernels
