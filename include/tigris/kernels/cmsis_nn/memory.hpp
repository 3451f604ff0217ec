// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What calls of CMSIS-NN keep in working memory: what planners and kernels must agree on.

#include <tigris/kernels/adapters/channel_tables.hpp>
#include <tigris/kernels/adapters/image_panel.hpp>
#include <tigris/kernels/cmsis_nn/buffer_sizes.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels::cmsis_nn_kernels {

/// The library gets images without padding, and of copies only the rows that taps read.
constexpr ops::window window_of_calls(ops::window w) {
    w.pad_top = w.pad_left = w.pad_bottom = w.pad_right = 0;
    w.dilation_h = 1;
    return w;
}

/// Parts of working memory, whole words from the first word on: tables of channels, the library's
/// own buffer, and last a panel of an image.
struct memory_shape {
    int32_t table_bytes = 0;
    int32_t buffer_bytes = 0;
};

/// Three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of(const memory_shape& s, int32_t panel_bytes) {
    return s.table_bytes + s.buffer_bytes + panel_bytes + 3;
}

/// The image shape that asks most of the library's buffer formulas: an image of more than one row.
constexpr image_shape shape_of_calls(const ops::window& w, int32_t channels, int32_t outputs) {
    return {.window = window_of_calls(w),
            .height_in = 2,
            .channels_in = channels,
            .channels_out = outputs};
}

constexpr memory_shape memory_of_conv(const ops::window& w, int32_t channels, int32_t outputs,
                                      int32_t groups, bool per_channel) {
    image_shape shape = shape_of_calls(w, channels, outputs);
    shape.groups = groups;
    return {channel_table_bytes(outputs, per_channel), conv_buffer(shape)};
}

constexpr memory_shape memory_of_depthwise(const ops::window& w, int32_t channels, int32_t outputs,
                                           bool per_channel) {
    return {channel_table_bytes(outputs, per_channel),
            rounded_up(depthwise_buffer(shape_of_calls(w, channels, outputs)), 4)};
}

/// Vectors need no buffer: sums of weights are those that biases already hold.
constexpr memory_shape memory_of_gemm(int32_t outputs, bool per_channel) {
    return {channel_table_bytes(outputs, per_channel), 0};
}

/// Layers of 16-bit codes, whose tables begin at a double word.
template <class Key>
constexpr bool takes_wide_codes(const Key& key) {
    return key.in == dtype::i16 && key.out == dtype::i16;
}
/// The library knows no groups of them.
constexpr bool takes_wide_codes(const conv_key& key) {
    return key.in == dtype::i16 && key.out == dtype::i16 && key.groups == 1;
}

constexpr memory_shape memory_of_wide_conv(const ops::window& w, int32_t channels, int32_t outputs,
                                           bool per_channel) {
    return {wide_channel_table_bytes(outputs, per_channel),
            wide_conv_buffer(shape_of_calls(w, channels, outputs))};
}

constexpr memory_shape memory_of_wide_depthwise(const ops::window& w, int32_t channels,
                                                int32_t outputs, bool per_channel) {
    return {wide_channel_table_bytes(outputs, per_channel),
            rounded_up(wide_depthwise_buffer(shape_of_calls(w, channels, outputs)), 4)};
}

constexpr int32_t scratch_bytes_of_wide(const memory_shape& s, int32_t panel_bytes) {
    return scratch_bytes_of(s, panel_bytes) + 4;
}

/// Whether the library multiplies vectors of 16-bit codes with this key: one scale for all.
constexpr bool takes_wide_vectors(const gemm_key& key) {
    return takes_wide_codes(key) && !key.finish.per_channel;
}

constexpr int32_t scratch_bytes_of_wide_vectors(int32_t outputs) {
    return scratch_bytes_of_wide({wide_channel_table_bytes(outputs, false), 0}, 0);
}

constexpr memory_shape memory_of_pool(int32_t channels) { return {0, average_buffer(channels)}; }

/// Cycles of a call, which checks and writes the tables of channels.
constexpr int32_t cycles_of_call(int32_t outputs) { return 150 + 20 * outputs; }

}  // namespace tigris::kernels::cmsis_nn_kernels
