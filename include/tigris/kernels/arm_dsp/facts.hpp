// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the kernels for the DSP extension.

#include <tigris/kernels/arm_dsp/conv/shape.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/shape.hpp>
#include <tigris/kernels/arm_dsp/gemm/shape.hpp>
#include <tigris/kernels/arm_dsp/paired_weights.hpp>
#include <tigris/kernels/arm_dsp/pool/shape.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/fast_float/facts.hpp>
#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>
#include <tigris/kernels/fast_int8/facts.hpp>
#include <tigris/kernels/fast_int8/maxima_of_bytes.hpp>
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>

namespace tigris::kernels {

constexpr weight_order weight_order_of(arm_dsp_tag, const ops::conv& op, const operands& t) {
    const bool applies =
        arm_dsp_kernels::multiplies_patches(t.input(0).type, t.output().type, op.groups);
    return applies ? weight_order::arm_dsp_pairs : fast_float_kernels::order_of(op, t);
}
constexpr weight_order weight_order_of(arm_dsp_tag, const ops::gemm& op, const operands& t) {
    const bool applies = arm_dsp_kernels::multiplies_vectors(t.input(0).type, t.output().type);
    return applies ? weight_order::arm_dsp_fours : fast_float_kernels::order_of(op, t);
}
constexpr bool can_arrange(arm_dsp_tag, weight_order order, const weight_facts& f) {
    return order == weight_order::float_fours || arm_dsp_kernels::can_be_paired(f);
}

/// Working memory of windows. Rows that are narrower than what is multiplied at once take less.
constexpr kernel_facts scratch_of_patches(const arm_dsp_kernels::patch_shape& s,
                                          const ops::window& w, int32_t width) {
    const int32_t fixed = bytes_beside_pixels(s, w), most = pixel_bytes(s, s.pixels);
    if (width >= s.pixels) return {.scratch_bytes = fixed + most};
    return {.scratch_bytes = fixed,
            .scratch_row_bytes = pixel_bytes(s, width),
            .scratch_rows_most = most};
}

/// Each pass widens weights that do not lie in pairs, and begins with each pair of outputs. Pixels
/// beside blocks of four take 1.6 times as long (tools/onnx2hpp/costs/tables/m4.txt; a planner's
/// cycle is two instructions).
constexpr kernel_facts facts_of(arm_dsp_tag, const ops::conv& op, const operands& t) {
    if (fast_float_kernels::are_in_fours(t))
        return fast_float_kernels::facts_of_fours(op, t, arm_dsp);
    if (!arm_dsp_kernels::multiplies_patches(t.input(0).type, t.output().type, op.groups))
        return facts_of(float_blocks_tag{}, op, t);
    const shape weights = t.input(1).dims;
    const arm_dsp_kernels::patch_shape shape =
        arm_dsp_kernels::patch_shape_of(weights[1], weights[2] * weights[3], t.input(1).order);
    kernel_facts facts = scratch_of_patches(shape, op.window, rows_of(t.output().dims).width);
    facts.call_cycles = 206;
    facts.pass_pixels = shape.pixels;
    facts.pass_cycles = weights[0] * ((shape.widens_weights ? shape.depth : 0) / 2 + 10);
    facts.single_cycles = weights[0] * (12 + shape.depth / 8);
    facts.backend = arm_dsp;
    return facts;
}

/// What a call for one row of 3x3 windows takes beyond its part of a call for all, for each four
/// channels (tools/onnx2hpp/costs/tables/m4.txt; two instructions are a planner's cycle). Rows that
/// find their constants prepared take less.
constexpr int32_t cycles_of_single_row(const ops::window& w, int32_t width, bool is_prepared) {
    const int32_t eights = (width + 7) / 8;
    if (w.stride_h > 1) return is_prepared ? 168 : 15 * width + 92;
    const int32_t own = is_prepared ? 132 + 126 * eights : 348;
    const int32_t more = own + 98 * (width / 2) - 55 - 13 * eights - 68 * width;
    return more > 0 ? more / 2 : 0;
}

/// Each call widens weights and the rows under its windows, four channels after the other; one for
/// some rows of 3x3 windows begins with all columns.
constexpr kernel_facts facts_of(arm_dsp_tag, const ops::depthwise_conv& op, const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    if (fast_float_kernels::convolves_channels(op, t))
        return {.call_cycles = 100, .backend = arm_dsp};
    if (!arm_dsp_kernels::multiplies_panels(t.input(0).type, t.output().type))
        return facts_of(float_blocks_tag{}, op, t);
    if (!arm_dsp_kernels::fill_panels(in.channels, out.channels)) return {};
    const int32_t columns = arm_dsp_kernels::columns_of_panel(op.window, out.width);
    const int32_t panels = (out.channels + 3) / arm_dsp_kernels::panel_channels;
    const bool makes_sums = t.output().type == dtype::i32;
    if (arm_dsp_kernels::pairs_rows(op.window)) {
        const int32_t prepared =
            makes_sums ? 0 : arm_dsp_kernels::prepared_bytes_of_row(out.width, out.channels);
        const int32_t single = cycles_of_single_row(op.window, out.width, prepared > 0);
        return {.scratch_bytes = arm_dsp_kernels::scratch_bytes_of_depthwise(op.window, out.width),
                .prepared_bytes = prepared,
                .call_cycles = 214 + panels * (op.window.stride_h == 1 ? 24 * columns : 275),
                .row_cycles = 100 + panels * single + (prepared > 0 ? 0 : 26 * out.width),
                .prepared_inputs = uint8_t(makes_sums ? 0 : 0b11110),
                .backend = arm_dsp};
    }
    return {.scratch_bytes = arm_dsp_kernels::scratch_bytes_of_panel(op.window, out.width),
            .call_cycles = 50 + panels * (110 + 5 * op.window.kernel_h * op.window.kernel_w),
            .window_row_cycles = panels * (3 * columns + 15),
            .backend = arm_dsp};
}

constexpr kernel_facts facts_of(arm_dsp_tag, const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(float_blocks_tag{}, op, t);
    const shape weights = t.input(1).dims;
    if (fast_float_kernels::are_in_fours(t)) facts.backend = arm_dsp;
    if (!arm_dsp_kernels::multiplies_vectors(t.input(0).type, t.output().type)) return facts;
    facts.scratch_bytes = arm_dsp_kernels::scratch_bytes_of_vector(weights[1], weights[0]);
    facts.backend = arm_dsp;
    return facts;
}

constexpr kernel_facts facts_of(arm_dsp_tag, const ops::pool& op, const operands& t) {
    const pool_key key = key_of(op, t, rounding::nearest);
    const bool applies = (finds_largest(key) || averages_bytes(key, codes_in_halves)) &&
                         arm_dsp_kernels::fills_words(rows_of(t.input(0).dims).channels);
    return {.backend = applies ? arm_dsp : portable};
}

constexpr kernel_facts facts_of(arm_dsp_tag, const ops::binary& op, const operands& t) {
    const binary_key key = key_of(op, t, rounding::nearest);
    const bool applies = describe(op, t).contract == ops::contract::rows &&
                         (adds_bytes(key) || multiplies_bytes(key));
    return {.backend = applies ? arm_dsp : portable};
}

}  // namespace tigris::kernels
