// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the kernels for Helium.

#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/fast_float/facts.hpp>
#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>
#include <tigris/kernels/fast_int8/facts.hpp>
#include <tigris/kernels/fast_int8/maxima_of_bytes.hpp>
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>
#include <tigris/kernels/helium/conv/shape.hpp>
#include <tigris/kernels/helium/depthwise_conv/shape.hpp>
#include <tigris/kernels/helium/depthwise_conv/sum_channels.hpp>
#include <tigris/kernels/helium/weights_of_four.hpp>

namespace tigris::kernels {

constexpr weight_order weight_order_of(helium_tag, const ops::conv& op, const operands& t) {
    const bool applies =
        helium_kernels::multiplies_windows(t.input(0).type, t.output().type, op.groups);
    return applies ? weight_order::helium_fours : fast_float_kernels::order_of(op, t);
}

constexpr weight_order weight_order_of(helium_tag, const ops::gemm& op, const operands& t) {
    const bool applies = helium_kernels::multiplies_windows(t.input(0).type, t.output().type, 1);
    return applies ? weight_order::helium_fours : fast_float_kernels::order_of(op, t);
}

constexpr weight_order weight_order_of(helium_tag, const ops::depthwise_conv& op,
                                       const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    const bool applies = helium_kernels::convolves_sixteens(
        op.window, t.input(0).type, t.output().type, in.channels, out.channels, out.width);
    return applies ? weight_order::helium_sixteens : weight_order::canonical;
}
constexpr bool can_arrange(helium_tag, weight_order order, const weight_facts& f) {
    return order != weight_order::helium_sixteens || helium_kernels::are_pairable(f);
}

/// Costs are instructions times 5/2: planners take half a cycle for a product, of which these
/// kernels make five an instruction. Each call sets up four outputs at a time, in 25 instructions,
/// and packs weights that do not lie in fours.
constexpr kernel_facts facts_of(helium_tag, const ops::conv& op, const operands& t) {
    if (fast_float_kernels::are_in_fours(t))
        return fast_float_kernels::facts_of_fours(op, t, helium);
    if (!helium_kernels::multiplies_windows(t.input(0).type, t.output().type, op.groups))
        return facts_of(float_blocks_tag{}, op, t);
    const shape weights = t.input(1).dims;
    const ops::window& w = op.window;
    const helium_kernels::window_shape shape =
        helium_kernels::window_shape_of(weights[1] * weights[2] * weights[3], t.input(1).order);
    const bool is_padded = w.pad_top || w.pad_left || w.pad_bottom || w.pad_right;
    const bool gathers =
        is_padded || !helium_kernels::lie_in_image(w.kernel_h, w.kernel_w, w.stride_w, weights[3]);
    const int32_t fours = (weights[0] + 3) / 4;
    return {.scratch_bytes = scratch_bytes_of(shape, gathers),
            .call_cycles = 600 + fours * (shape.packs_weights ? 400 + 140 * shape.vectors : 60),
            .backend = helium};
}

/// Each call lays the weights of eight channels after the other, and each row of the output the
/// three rows under it.
constexpr kernel_facts facts_of_panels(const ops::depthwise_conv& op, const row_extents& in,
                                       const row_extents& out) {
    if (!helium_kernels::fit_panels(in.channels, out.channels)) return {};
    return {.scratch_bytes = helium_kernels::scratch_bytes_of_panel(op.window, out.width),
            .call_cycles = 430 + (out.channels + 7) / 8 * 250,
            .backend = helium};
}

/// What plain C++ takes, which runs them where images have padding.
constexpr kernel_facts facts_of_channel_sums(const ops::depthwise_conv& op, const operands& t) {
    kernel_facts facts = facts_of(blocked_tag{}, op, t);
    if (helium_kernels::sum_by_fours(rows_of(t.input(0).dims).channels,
                                     rows_of(t.output().dims).channels))
        facts.backend = helium;
    return facts;
}

/// By sixteens, each call stores the scales of all channels; otherwise it lays weights and rows
/// under its windows, some channels after the other.
constexpr kernel_facts facts_of(helium_tag, const ops::depthwise_conv& op, const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    if (fast_float_kernels::convolves_channels(op, t))
        return {.call_cycles = 100, .backend = helium};
    if (t.output().type == dtype::i32) return facts_of_channel_sums(op, t);
    if (!helium_kernels::has_planes(t.input(0).type, t.output().type))
        return facts_of(float_blocks_tag{}, op, t);
    if (t.input(1).order == weight_order::helium_sixteens)
        return {.scratch_bytes = helium_kernels::scratch_bytes_of_sixteens(out.channels),
                .prepared_bytes = 4 * (1 + helium_kernels::words_of_scale * out.channels),
                .call_cycles = 250 + 8 * out.channels,
                .prepared_inputs = 0b11100,
                .backend = helium};
    if (helium_kernels::has_panels(op.window)) return facts_of_panels(op, in, out);
    const helium_kernels::plane_shape shape =
        helium_kernels::plane_shape_of(op.window, out.width, out.channels);
    if (!helium_kernels::fit_planes(shape, in.channels, out.channels)) return {};
    const int32_t groups = (out.channels + shape.channels - 1) / shape.channels;
    return {.scratch_bytes = largest_scratch_bytes_of(shape, out.channels),
            .call_cycles = 250 + groups * (550 + 90 * op.window.kernel_h * op.window.kernel_w),
            .window_row_cycles = groups * (shape.channels * (17 * in.width / 16 + 10) + 85),
            .backend = helium};
}

constexpr kernel_facts facts_of(helium_tag, const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(float_blocks_tag{}, op, t);
    if (helium_kernels::multiplies_windows(t.input(0).type, t.output().type, 1) ||
        fast_float_kernels::are_in_fours(t))
        facts.backend = helium;
    return facts;
}

constexpr kernel_facts facts_of(helium_tag, const ops::pool& op, const operands& t) {
    const pool_key key = key_of(op, t, rounding::nearest);
    return {.backend = finds_largest(key) || averages_bytes(key) ? helium : portable};
}

constexpr kernel_facts facts_of(helium_tag, const ops::binary& op, const operands& t) {
    const binary_key key = key_of(op, t, rounding::nearest);
    const bool applies = describe(op, t).contract == ops::contract::rows &&
                         (adds_bytes(key) || multiplies_bytes(key)) && has_full_rows(key);
    return {.backend = applies ? helium : portable};
}

}  // namespace tigris::kernels
