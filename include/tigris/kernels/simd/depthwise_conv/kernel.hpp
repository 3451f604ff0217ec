// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution: sixteen neighboring channels side by side, tap after tap.

#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/simd/depthwise_conv/channel_sums.hpp>
#include <tigris/kernels/simd/depthwise_conv/window_sums.hpp>
#include <tigris/kernels/simd/finish_block.hpp>

namespace tigris::kernels {
namespace simd_kernels {

/// Working memory of a call.
template <class T>
struct tap_memory {
    typename channel_sums<T>::element* weights;
    T* border;

    tap_memory(void* scratch, const tap_shape& s) {
        weights = first_word<typename channel_sums<T>::element>(scratch);
        border = reinterpret_cast<T*>(weights + elements_of(s));
    }
};

/// Where the taps of a window lie, channel 0 of each; what is missing lies at `border`.
template <depthwise_conv_key G, class T>
struct tap_list {
    const depthwise_conv_layer<T>& layer;
    const T* const* rows;
    int32_t channels;
    const T* border;

    /// Whether windows that begin from `column` on, and up to `others` columns behind, lie inside.
    [[gnu::always_inline]] bool is_inside(int32_t column, int32_t others) const {
        return column >= 0 &&
               column + others + (G.window.kernel_w - 1) * G.window.dilation_w < layer.width_in;
    }
    /// Writes the taps of the window that begins at `column` to `at`; padding where none exist.
    [[gnu::always_inline]] void find(int32_t column, const T** at) const {
        if (is_inside(column, 0)) return find_inside(column, at);
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            for (int32_t k = 0; k < G.window.kernel_w; ++k) {
                const int32_t x = column + k * G.window.dilation_w;
                const bool exists = rows[i] && x >= 0 && x < layer.width_in;
                *at++ = exists ? rows[i] + x * channels : border;
            }
    }
    [[gnu::always_inline]] void find_inside(int32_t column, const T** at) const {
        for (int32_t i = 0; i < G.window.kernel_h; ++i) {
            const int32_t apart = rows[i] ? G.window.dilation_w * channels : 0;
            const T* x = rows[i] ? rows[i] + column * channels : border;
            for (int32_t k = 0; k < G.window.kernel_w; ++k, x += apart) *at++ = x;
        }
    }
};

/// Writes channels [first, first + count) of a row of the result, pixels `step` elements apart.
template <depthwise_conv_key G, class T, class Finish, class Out>
[[gnu::always_inline]] inline void finish_row(const tap_list<G, T>& list,
                                              const typename channel_sums<T>::element* weights,
                                              int32_t first, int32_t count, const Finish& finish,
                                              Out* out, int32_t step) {
    constexpr int32_t taps = G.window.taps();
    for (int32_t x = 0; x < list.layer.width_out; ++x, out += step) {
        const int32_t column = x * G.window.stride_w - list.layer.pad_left;
        if constexpr (is_same<T, float>) {
            constexpr int32_t others = neighboring_windows - 1;
            if (count % 8 == 0 && x + others < list.layer.width_out &&
                list.is_inside(column, others * G.window.stride_w)) {
                finish_windows<G>(list.rows, column * list.channels + first, list.channels, count,
                                  weights, finish, out + first, step);
                x += others;
                out += others * step;
                continue;
            }
        }
        const T* at[taps];
        list.find(column, at);
        accumulator_t<T> sums[block_outputs];
        channel_sums<T>::template add<taps>(at, first, count, weights, sums);
        finish(sums, count, out + first);
    }
}

/// Channels [first, first + count) of a call. Inlined for constant counts.
template <depthwise_conv_key G, class T, class Out>
[[gnu::always_inline]] inline void depthwise_block(const depthwise_conv_layer<T>& layer,
                                                   const tap_memory<T>& memory, int32_t first,
                                                   int32_t count, Out* out, int32_t row_count,
                                                   const row_window<T>& in) {
    constexpr int32_t taps = G.window.taps();
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t step = pixel_step(G.out_pixel_stride, channels);
    channel_sums<T>::pack(layer.weights.bytes, taps, channels, first, count, memory.weights);
    const finisher<G.finish, T, Out> finish(layer.result, first, count, taps);
    for (int32_t y = 0; y < row_count; ++y, out += layer.width_out * step) {
        const T* rows[G.window.kernel_h];
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            rows[i] = in(y * G.window.stride_h + i * G.window.dilation_h);
        finish_row(tap_list<G, T>{layer, rows, channels, memory.border}, memory.weights, first,
                   count, finish, out, step);
    }
}

}  // namespace simd_kernels

/// Makes rows of a depthwise convolution where every channel has one output.
template <depthwise_conv_key G, class In, class Out>
    requires(simd_kernels::multiplies(G.in, G.out) &&
             (G.channels_in == 0 || G.channels_in == G.channels_out))
[[gnu::noinline]] inline void rows(simd_tag tag, const depthwise_conv_layer<In>& layer, Out* out,
                                   int32_t row_count, const row_window<In>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    if (known_or(G.channels_out, layer.channels_out) != channels)
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    const simd_kernels::tap_memory<In> memory(
        tag.scratch, simd_kernels::tap_shape_of(G.in, G.window.taps(), channels));
    for (int32_t c = 0; c < channels; ++c) memory.border[c] = In(padding_of(layer.result));
    int32_t first = 0;
    for (; first + 16 <= channels; first += 16)
        simd_kernels::depthwise_block<G>(layer, memory, first, 16, out, row_count, in);
    if (channels - first == 8)
        simd_kernels::depthwise_block<G>(layer, memory, first, 8, out, row_count, in);
    else if (first < channels)
        simd_kernels::depthwise_block<G>(layer, memory, first, channels - first, out, row_count,
                                         in);
}

}  // namespace tigris::kernels
