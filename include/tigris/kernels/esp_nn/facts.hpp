// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of ESP-NN's kernels, for models of rounding::tflite. Working memory is the
// most that an ESP32-S3 or an ESP32-P4 needs.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/adapters/pooled_images.hpp>
#include <tigris/kernels/esp_nn/memory.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/portable/facts.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {
namespace esp_nn_kernels {

/// Facts of a kernel that calls the library. Its vectors of 128 bits want aligned rows.
constexpr kernel_facts of_library(kernel_facts facts) {
    facts.alignment = 16;
    facts.backend = esp_nn;
    return facts;
}

/// Facts of a kernel whose library function keeps the address of its buffer, for all callers.
constexpr kernel_facts of_library_with_buffer(kernel_facts facts) {
    facts.one_at_a_time = true;
    return of_library(facts);
}

/// The library's buffers may grow where images get narrower: it copies small ones as a whole.
template <class Op, class Bytes>
constexpr kernel_facts facts_of_windows(const Op& op, const operands& t, Bytes bytes) {
    const auto key = key_of(op, t, rounding::tflite);
    if (!convolves(key)) return {};
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    const layer_shape shape{window_of(key.window), in.width,        out.width, out.rows,
                            key.channels_in,       key.channels_out};
    const growing_bytes buffer = buffer_of(shape, bytes);
    const int32_t before = bytes_before_buffer(shape.window, out.width, key.channels_in,
                                               key.channels_out, key.finish.per_channel);
    return of_library_with_buffer(
        {.scratch_bytes = before + buffer.first + 3,
         .scratch_row_bytes = buffer.each,
         .call_cycles = cycles_of_call(key.channels_out, int32_t(element_count(t.input(1).dims))),
         .only_whole_rows = true});
}

/// Products of bytes with as many numbers as a pixel has channels.
constexpr bool scales_channels(const binary_key& key) {
    using enum ops::row_pattern;
    const ops::row_pattern a = pattern_of(key.broadcast, 0), b = pattern_of(key.broadcast, 1);
    return multiplies_bytes(key) && key.out_pixel_stride == 0 &&
           ((a == full && b == channels) || (a == channels && b == full));
}
constexpr bool combines(const binary_key& key) {
    return combines_codes(key, dtype::i8) || scales_channels(key);
}

}  // namespace esp_nn_kernels

constexpr kernel_facts facts_of(esp_nn_tag, const ops::conv& op, const operands& t) {
    return esp_nn_kernels::facts_of_windows(op, t, esp_nn_kernels::conv_buffer);
}

constexpr kernel_facts facts_of(esp_nn_tag, const ops::depthwise_conv& op, const operands& t) {
    return esp_nn_kernels::facts_of_windows(op, t, esp_nn_kernels::depthwise_buffer);
}

constexpr kernel_facts facts_of(esp_nn_tag, const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    const gemm_key key = key_of(op, t, rounding::tflite);
    if (!takes_bytes(key)) return facts;
    facts.scratch_bytes = channel_table_bytes(key.channels_out, key.finish.per_channel) + 3;
    facts.call_cycles = esp_nn_kernels::cycles_of_call(key.channels_out, 0);
    return esp_nn_kernels::of_library(facts);
}

constexpr kernel_facts facts_of(esp_nn_tag, const ops::pool& op, const operands& t) {
    const pool_key key = key_of(op, t, rounding::tflite);
    if (!pools_images(key, dtype::i8)) return {};
    const int32_t width = rows_of(t.output().dims).width;
    return esp_nn_kernels::of_library(
        {.scratch_bytes = panel_bytes(op.window, width, key.channels)});
}

constexpr kernel_facts facts_of(esp_nn_tag, const ops::binary& op, const operands& t) {
    const bool applies = describe(op, t).contract == ops::contract::rows &&
                         esp_nn_kernels::combines(key_of(op, t, rounding::tflite));
    return applies ? esp_nn_kernels::of_library({}) : kernel_facts{};
}

/// No table of exponentials: the library computes those of a span.
constexpr kernel_facts facts_of(esp_nn_tag, const ops::softmax& op, const operands& t) {
    if (!has_library_softmax(op, t, dtype::i8)) return facts_of(portable_tag{}, op, t);
    return esp_nn_kernels::of_library_with_buffer(
        {.scratch_bytes = esp_nn_kernels::softmax_buffer(channels_of(t.input(0).dims)) + 3});
}

}  // namespace tigris::kernels
