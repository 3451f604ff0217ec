// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution as a matrix product: some windows at a time are gathered, then multiplied with
// all weights.

#include <tigris/kernels/first_word.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/simd/finish_block.hpp>
#include <tigris/kernels/simd/multiply_block.hpp>
#include <tigris/kernels/simd/pack_weights.hpp>

namespace tigris::kernels {
namespace simd {

/// Working memory of a call.
template <class T>
struct window_memory {
    typename products<T>::element* windows;
    int8_t* weights;

    window_memory(void* scratch, const window_shape& s) {
        windows = first_word<typename products<T>::element>(scratch);
        weights = reinterpret_cast<int8_t*>(windows) + bytes_of_windows(s);
    }
    packed_block<T> block(const window_shape& s, int32_t b) const {
        const int8_t* begin = weights + b * bytes_of_block(s);
        return {reinterpret_cast<const accumulator_t<T>*>(begin),
                reinterpret_cast<const typename products<T>::packed_weight*>(begin +
                                                                             bytes_of_starts(s))};
    }
};

template <class T>
constexpr element_form form_of() {
    return {sizeof(typename products<T>::element), products<T>::step, is_moved<T>};
}

/// Packs all weights. Where elements are moved, a window of zeros must come to 0.
template <class T>
[[gnu::noinline]] void pack_layer(const conv_layer<T>& layer, const window_memory<T>& memory,
                                  const window_shape& s, int32_t elements, int32_t outputs) {
    pack_weights<products<T>::step * sizeof(weight_t<T>)>(layer.weights.bytes, s, elements, outputs,
                                                          memory.weights);
    if constexpr (is_moved<T>) {
        for (int32_t k = 0; k < s.depth; ++k) memory.windows[k] = products<T>::stored(0);
        for (int32_t b = 0; b * block_outputs < outputs; ++b) {
            int32_t* starts = reinterpret_cast<int32_t*>(memory.weights + b * bytes_of_block(s));
            __builtin_memset(starts, 0, size_t(bytes_of_starts(s)));
            multiply_block<T, 1, 2>(memory.windows, s.depth, memory.block(s, b), starts);
            for (int32_t i = 0; i < block_outputs; ++i) starts[i] = -starts[i];
        }
    }
}

/// All outputs of `pixels` windows to pixels that lie `step` apart.
template <geometry G, class T, class Out>
[[gnu::noinline]] void multiply_windows(const epilogue<T>& result, const window_memory<T>& memory,
                                        const window_shape& s, int32_t pixels, int32_t outputs,
                                        Out* out, int32_t step) {
    accumulator_t<T> sums[block_pixels * block_outputs]{};
    for (int32_t o = 0; o < outputs; o += block_outputs) {
        const int32_t count = outputs - o < block_outputs ? outputs - o : block_outputs;
        const finisher<G, T> finish(result, o, count, s.depth);
        const packed_block<T> weights = memory.block(s, o / block_outputs);
        for (int32_t x = 0; x < pixels; x += block_pixels) {
            const int32_t taken = pixels - x < block_pixels ? pixels - x : block_pixels;
            multiply_up_to_block<T>(memory.windows + x * s.depth, taken, s.depth, weights, count,
                                    sums);
            for (int32_t n = 0; n < taken; ++n)
                finish(sums + n * block_outputs, count, out + (x + n) * step + o);
        }
    }
}

/// The windows of a call, one pixel after the other.
template <geometry G, class T>
struct window_walk {
    using element = typename products<T>::element;

    const conv_layer<T>& layer;
    const row_window<T>& in;
    int32_t channels;
    int32_t row = 0;
    int32_t x = 0;

    /// One row of the kernel over a row of the image; null is padding.
    [[gnu::always_inline]] void gather_row(element* to, const T* pixels, int32_t column) const {
        const bool is_inside = column >= 0 && column + G.kernel_w <= layer.width_in;
        if (G.dilation_w == 1 && pixels && is_inside)
            copy_elements(to, pixels + column * channels,
                          known_or(G.kernel_w * G.channels_in, G.kernel_w * channels));
        else
            gather_taps(to, pixels, column);
    }
    [[gnu::noinline]] void gather_taps(element* to, const T* pixels, int32_t column) const {
        const element padding = products<T>::stored(padding_of(layer.result));
        for (int32_t k = 0; k < G.kernel_w; ++k, to += channels) {
            const int32_t at = column + k * G.dilation_w;
            if (pixels && at >= 0 && at < layer.width_in)
                copy_elements(to, pixels + at * channels, channels);
            else
                for (int32_t c = 0; c < channels; ++c) to[c] = padding;
        }
    }
    /// The next pixel's.
    [[gnu::always_inline]] void gather(element* to) {
        const int32_t column = x * G.stride_w - layer.pad_left;
        for (int32_t i = 0; i < G.kernel_h; ++i, to += G.kernel_w * channels)
            gather_row(to, in(row + i * G.dilation_h), column);
        if (++x == layer.width_out) x = 0, row += G.stride_h;
    }
    /// As the kernels read them: windows of bytes are filled up, whose weights are 0.
    void gather(element* to, int32_t count, int32_t depth) {
        for (; count > 0; --count, to += depth) {
            for (int32_t k = 1; k < products<T>::step; ++k) to[depth - k] = 0;
            gather(to);
        }
    }
};

}  // namespace simd

template <geometry G, class In, class Out>
    requires(simd::multiplies(G.in, G.out) && G.groups == 1)
[[gnu::noinline]] inline void rows(simd_tag tag, const conv_layer<In>& layer, Out* out,
                                   int32_t row_count, const row_window<In>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t step = pixel_step(G, outputs), elements = G.kernel_h * G.kernel_w * channels;
    const simd::window_shape shape = simd::window_shape_of(G.in, elements, simd::form_of<In>());
    const simd::window_memory<In> memory(tag.scratch, shape);
    simd::pack_layer(layer, memory, shape, elements, outputs);
    simd::window_walk<G, In> walk{layer, in, channels};
    for (int32_t rest = row_count * layer.width_out; rest > 0;) {
        const int32_t count = rest < shape.pixels ? rest : shape.pixels;
        walk.gather(memory.windows, count, shape.depth);
        simd::multiply_windows<simd::finish_key(G)>(layer.result, memory, shape, count, outputs,
                                                    out, step);
        out += count * step;
        rest -= count;
    }
}

}  // namespace tigris::kernels
