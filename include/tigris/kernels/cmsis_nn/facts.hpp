// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of CMSIS-NN's kernels, for models of rounding::tflite. Working memory is the
// most that a core without, with DSP or with Helium needs.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/adapters/pooled_images.hpp>
#include <tigris/kernels/cmsis_nn/memory.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/portable/facts.hpp>
#include <tigris/kernels/portable/gemm.hpp>
#include <tigris/kernels/portable/matmul.hpp>
#include <tigris/kernels/portable/pad.hpp>
#include <tigris/kernels/portable/transpose.hpp>

namespace tigris::kernels {

namespace cmsis_nn_kernels {

constexpr bool combines(const binary_key& key) {
    return combines_codes(key, dtype::i8) || combines_codes(key, dtype::i16);
}
constexpr bool pools(const pool_key& key) {
    return pools_images(key, dtype::i8) || pools_images(key, dtype::i16);
}

/// The larger or the smaller of two bytes; an operand may be one number.
constexpr bool selects(const binary_key& key) {
    const ops::binary_function f = key.function;
    return key.quantized && key.in_a == dtype::i8 && key.in_b == dtype::i8 &&
           key.out == dtype::i8 && has_plain_rows(key.broadcast, key.out_pixel_stride, 2) &&
           (f == ops::binary_function::maximum || f == ops::binary_function::minimum);
}

/// The second matrix comes transposed.
constexpr bool multiplies_matrices(const matmul_key& key) {
    return key.quantized && key.in_a == dtype::i8 && key.in_b == dtype::i8 &&
           key.out == dtype::i8 && key.transposed;
}

/// Whether the library pads with this key: a constant border, and output rows that lie dense.
constexpr bool pads(const pad_key& key) {
    return key.mode == ops::pad_mode::constant && key.out_pixel_stride == 0;
}

/// Whether a step makes signed bytes of signed bytes.
constexpr bool is_of_bytes(const operands& t) {
    return t.input(0).type == dtype::i8 && t.output().type == dtype::i8;
}

/// Facts of a layer of 16-bit codes with a window.
constexpr kernel_facts facts_of_wide(const memory_shape& memory, const ops::window& w,
                                     const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    return {
        .scratch_bytes = scratch_bytes_of_wide(memory, panel_bytes(w, out.width, 2 * in.channels)),
        .call_cycles = cycles_of_call(out.channels),
        .backend = cmsis_nn};
}

}  // namespace cmsis_nn_kernels

/// Each call writes the tables of channels, some 25 instructions each.
constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::conv& op, const operands& t) {
    const conv_key key = key_of(op, t, rounding::tflite);
    if (cmsis_nn_kernels::takes_wide_codes(key))
        return cmsis_nn_kernels::facts_of_wide(
            cmsis_nn_kernels::memory_of_wide_conv(op.window, key.channels_in, key.channels_out,
                                                  key.finish.per_channel),
            op.window, t);
    if (!takes_bytes(key)) return {};
    const int32_t width = rows_of(t.output().dims).width;
    const cmsis_nn_kernels::memory_shape memory = cmsis_nn_kernels::memory_of_conv(
        op.window, key.channels_in, key.channels_out, op.groups, key.finish.per_channel);
    return {
        .scratch_bytes = scratch_bytes_of(memory, panel_bytes(op.window, width, key.channels_in)),
        .call_cycles = cmsis_nn_kernels::cycles_of_call(key.channels_out),
        .backend = cmsis_nn};
}

constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::depthwise_conv& op, const operands& t) {
    const depthwise_conv_key key = key_of(op, t, rounding::tflite);
    if (cmsis_nn_kernels::takes_wide_codes(key))
        return cmsis_nn_kernels::facts_of_wide(
            cmsis_nn_kernels::memory_of_wide_depthwise(op.window, key.channels_in, key.channels_out,
                                                       key.finish.per_channel),
            op.window, t);
    if (!takes_bytes(key)) return {};
    const int32_t width = rows_of(t.output().dims).width;
    const cmsis_nn_kernels::memory_shape memory = cmsis_nn_kernels::memory_of_depthwise(
        op.window, key.channels_in, key.channels_out, key.finish.per_channel);
    return {
        .scratch_bytes = scratch_bytes_of(memory, panel_bytes(op.window, width, key.channels_in)),
        .call_cycles = cmsis_nn_kernels::cycles_of_call(key.channels_out),
        .backend = cmsis_nn};
}

constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    const gemm_key key = key_of(op, t, rounding::tflite);
    if (cmsis_nn_kernels::takes_wide_vectors(key)) {
        facts.scratch_bytes = cmsis_nn_kernels::scratch_bytes_of_wide_vectors(key.channels_out);
        facts.call_cycles = cmsis_nn_kernels::cycles_of_call(key.channels_out);
        facts.backend = cmsis_nn;
    }
    if (!takes_bytes(key)) return facts;
    facts.scratch_bytes = scratch_bytes_of(
        cmsis_nn_kernels::memory_of_gemm(key.channels_out, key.finish.per_channel), 0);
    facts.call_cycles = cmsis_nn_kernels::cycles_of_call(key.channels_out);
    facts.backend = cmsis_nn;
    return facts;
}

constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::pool& op, const operands& t) {
    const pool_key key = key_of(op, t, rounding::tflite);
    if (!cmsis_nn_kernels::pools(key)) return {};
    const int32_t width = rows_of(t.output().dims).width;
    const int32_t pixel_bytes = key.channels * bits_of(key.in) / 8;
    return {.scratch_bytes = scratch_bytes_of(cmsis_nn_kernels::memory_of_pool(key.channels),
                                              panel_bytes(op.window, width, pixel_bytes)),
            .call_cycles = 100,
            .backend = cmsis_nn};
}

constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::binary& op, const operands& t) {
    const binary_key key = key_of(op, t, rounding::tflite);
    const bool applies = describe(op, t).contract == ops::contract::rows &&
                         (cmsis_nn_kernels::combines(key) || cmsis_nn_kernels::selects(key));
    return {.backend = applies ? cmsis_nn : portable};
}

/// For Helium the library adds up the second matrix's rows.
constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::matmul& op, const operands& t) {
    if (!cmsis_nn_kernels::multiplies_matrices(key_of(op, t, rounding::tflite))) return {};
    const shape b = t.input(1).dims;
    return {.scratch_bytes = cmsis_nn_kernels::matmul_buffer(b[b.rank - 2]) + 3,
            .backend = cmsis_nn};
}

constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::pad& op, const operands& t) {
    const bool applies = describe(op, t).contract == ops::contract::rows &&
                         cmsis_nn_kernels::is_of_bytes(t) &&
                         cmsis_nn_kernels::pads(key_of(op, t, rounding::tflite));
    return {.backend = applies ? cmsis_nn : portable};
}

constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::transpose&, const operands& t) {
    return {.backend = cmsis_nn_kernels::is_of_bytes(t) ? cmsis_nn : portable};
}

/// For bytes no table of exponentials: the library computes each. For 16-bit codes each span is
/// copied to working memory.
constexpr kernel_facts facts_of(cmsis_nn_tag, const ops::softmax& op, const operands& t) {
    if (has_library_softmax(op, t, dtype::i8)) return {.backend = cmsis_nn};
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    if (!has_library_softmax(op, t, dtype::i16)) return facts;
    facts.scratch_bytes = 2 * channels_of(t.input(0).dims) + 3;
    facts.backend = cmsis_nn;
    return facts;
}

}  // namespace tigris::kernels
