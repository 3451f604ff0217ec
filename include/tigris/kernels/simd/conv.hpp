// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution as a matrix product: some windows at a time are gathered, then multiplied with
// all weights.

#include <tigris/kernels/first_word.hpp>
#include <tigris/kernels/simd/finish_block.hpp>
#include <tigris/kernels/simd/multiply_block.hpp>
#include <tigris/kernels/simd/pack_weights.hpp>
#include <tigris/kernels/window_walk.hpp>

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
    return {sizeof(typename products<T>::element), products<T>::step, has_starts<T>};
}

/// Where elements are moved, a window of zeros must come to 0.
template <class T>
void write_starts(const epilogue<T>&, const window_memory<T>& memory, const window_shape& s,
                  int32_t block, int32_t, int32_t* starts) {
    for (int32_t k = 0; k < s.depth; ++k) memory.windows[k] = products<T>::stored(0);
    __builtin_memset(starts, 0, size_t(bytes_of_starts(s)));
    multiply_block<T, 1, 2>(memory.windows, s.depth, memory.block(s, block), kept_sums<T>{starts});
    for (int32_t i = 0; i < block_outputs; ++i) starts[i] = int32_t(0u - uint32_t(starts[i]));
}
inline void write_starts(const epilogue<float>& result, const window_memory<float>&,
                         const window_shape&, int32_t block, int32_t outputs, float* starts) {
    for (int32_t i = 0; i < block_outputs; ++i) {
        const int32_t channel = block * block_outputs + i;
        starts[i] = result.bias.bytes && channel < outputs ? result.bias[channel] : 0;
    }
}

/// Packs all weights, behind what sums start from.
template <class T>
[[gnu::noinline]] void pack_layer(const conv_layer<T>& layer, const window_memory<T>& memory,
                                  const window_shape& s, int32_t elements, int32_t outputs) {
    pack_weights<products<T>::step * sizeof(weight_t<T>)>(layer.weights.bytes, s, elements, outputs,
                                                          memory.weights);
    if constexpr (has_starts<T>)
        for (int32_t b = 0; b * block_outputs < outputs; ++b)
            write_starts(
                layer.result, memory, s, b, outputs,
                reinterpret_cast<accumulator_t<T>*>(memory.weights + b * bytes_of_block(s)));
}

/// Some windows, and where their pixels of the result lie: `step` apart.
template <class T, class Out>
struct window_run {
    const typename products<T>::element* windows;
    int32_t pixels;
    Out* out;
    int32_t step;
};

/// Outputs [first, first + count) of all windows.
template <geometry G, class T, class Out>
[[gnu::always_inline]] inline void multiply_outputs(const epilogue<T>& result, int32_t depth,
                                                    packed_block<T> block, int32_t first,
                                                    int32_t count, const window_run<T, Out>& run) {
    accumulator_t<T> sums[block_pixels * block_outputs];
    const finisher<G, T> finish(result, first, count, depth);
    for (int32_t x = 0; x < run.pixels; x += block_pixels) {
        const int32_t taken = run.pixels - x < block_pixels ? run.pixels - x : block_pixels;
        multiply_up_to_block<T>(run.windows + x * depth, taken, depth, block, count,
                                kept_sums<T>{sums});
        for (int32_t n = 0; n < taken; ++n)
            finish(sums + n * block_outputs, count, run.out + (x + n) * run.step + first);
    }
}

/// The same of floats, whose sums are finished but for their bounds.
[[gnu::always_inline]] inline void multiply_reals(const epilogue<float>& result, int32_t depth,
                                                  packed_block<float> block, int32_t first,
                                                  int32_t count,
                                                  const window_run<float, float>& run) {
    using reals = lanes<float, 8>;
    clamped_sums end{all<reals>(result.clamp.low), all<reals>(result.clamp.high), run.out + first,
                     run.step};
    for (int32_t x = 0; x < run.pixels; x += block_pixels, end.out += block_pixels * run.step) {
        const int32_t taken = run.pixels - x < block_pixels ? run.pixels - x : block_pixels;
        multiply_up_to_block<float>(run.windows + x * depth, taken, depth, block, count, end);
    }
}

/// All outputs.
template <geometry G, class T, class Out>
[[gnu::noinline]] void multiply_windows(epilogue<T> result, const window_memory<T>& memory,
                                        const window_shape& s, int32_t outputs,
                                        const window_run<T, Out>& run) {
    if constexpr (is_same<T, float>) result.bias = {};
    for (int32_t o = 0; o < outputs; o += block_outputs) {
        const int32_t count = outputs - o < block_outputs ? outputs - o : block_outputs;
        const packed_block<T> block = memory.block(s, o / block_outputs);
        if constexpr (is_same<T, float>)
            if (count % 8 == 0) {
                multiply_reals(result, s.depth, block, o, count, run);
                continue;
            }
        multiply_outputs<G>(result, s.depth, block, o, count, run);
    }
}

/// Windows as they are multiplied.
template <class T>
struct window_elements : products<T> {
    [[gnu::always_inline]] static void copy(typename products<T>::element* to, const T* from,
                                            int32_t count) {
        copy_elements(to, from, count);
    }
};

/// The next `count` windows; those of bytes are filled up, whose weights are 0.
template <geometry G, class T>
inline void gather_windows(window_walk<G, T, window_elements<T>>& walk,
                           typename products<T>::element* to, int32_t count, int32_t depth) {
    for (; count > 0; --count, to += depth) {
        for (int32_t k = 1; k < products<T>::step; ++k) to[depth - k] = 0;
        walk.gather(to);
    }
}

constexpr bool has_one_tap(const geometry& g) {
    return g.kernel_h == 1 && g.kernel_w == 1 && g.stride_h == 1 && g.stride_w == 1;
}
/// Whether the windows of one tap are the image itself.
template <class T>
inline bool is_one_run(const conv_layer<T>& layer, const row_window<T>& in, int32_t row_count) {
    return layer.width_in == layer.width_out && layer.pad_left == 0 && in.first <= 0 &&
           in.last >= row_count && in.wrap >= row_count;
}

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
    const int32_t pixels = row_count * layer.width_out;
    if constexpr (is_same<In, float> && simd::has_one_tap(G))
        if (simd::is_one_run(layer, in, row_count))
            return simd::multiply_windows<simd::finish_key(G)>(
                layer.result, memory, shape, outputs,
                simd::window_run<In, Out>{in.run(), pixels, out, step});
    window_walk<G, In, simd::window_elements<In>> walk{layer, in, channels};
    for (int32_t first = 0; first < pixels; first += shape.pixels) {
        const int32_t count = pixels - first < shape.pixels ? pixels - first : shape.pixels;
        simd::gather_windows(walk, memory.windows, count, shape.depth);
        simd::multiply_windows<simd::finish_key(G)>(
            layer.result, memory, shape, outputs,
            simd::window_run<In, Out>{memory.windows, count, out + first * step, step});
    }
}

}  // namespace tigris::kernels
