// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution of bytes as a matrix product: some windows at a time are widened to 16 bits, then
// multiplied with two outputs' weights after the other.

#include <stddef.h>
#include <stdint.h>
#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/multiply_fours.hpp>
#include <tigris/kernels/arm_dsp/patch_shape.hpp>
#include <tigris/kernels/arm_dsp/widen.hpp>
#include <tigris/kernels/first_word.hpp>
#include <tigris/kernels/portable/conv.hpp>

namespace tigris::kernels {
namespace dsp {

/// Working memory of a call, in words.
struct patch_memory {
    uint32_t* pixels;
    uint32_t* weights;
    int8_t* border;

    patch_memory(void* scratch, const patch_shape& s) {
        pixels = first_word<uint32_t>(scratch);
        weights = pixels + pixel_words(s);
        border = reinterpret_cast<int8_t*>(weights + weight_words(s));
    }
};

/// The windows of a call, one pixel after the other.
template <geometry G>
struct patch_walk {
    const conv_layer<int8_t>& layer;
    const row_window<int8_t>& in;
    const patch_shape& shape;
    int8_t* border;
    int32_t channels;
    int32_t row = 0;
    int32_t x = 0;

    /// Run `i` of the pixel whose window begins at `column`: in the image, or put together in
    /// `border` where some of it is padding or its taps lie apart.
    [[gnu::always_inline]] const int8_t* run(const int8_t* pixels, int32_t column,
                                             int8_t* at) const {
        const bool is_inside = column >= 0 && column + G.kernel_w <= layer.width_in;
        if (G.dilation_w == 1 && pixels && is_inside) return pixels + column * channels;
        put_together(pixels, column, at);
        return at;
    }
    [[gnu::noinline]] void put_together(const int8_t* pixels, int32_t column, int8_t* at) const {
        __builtin_memset(at, layer.result.zero_point_in, size_t(shape.run));
        if (!pixels) return;
        const tap_range inside = taps_inside(column, layer.width_in, G.kernel_w, G.dilation_w);
        for (int32_t k = inside.first; k < inside.last; ++k)
            __builtin_memcpy(at + k * channels, pixels + (column + k * G.dilation_w) * channels,
                             size_t(channels));
    }
    /// Bytes of a run; a constant where the channels are.
    [[gnu::always_inline]] int32_t run_bytes() const {
        return known_or(G.kernel_w * G.channels_in, shape.run);
    }
    /// Whether the next N pixels are neighbors whose windows end neither left nor right of the
    /// image.
    template <int N>
    [[gnu::always_inline]] bool are_inside(int32_t column) const {
        const int32_t behind = column + (N - 1) * G.stride_w + G.kernel_w;
        return G.dilation_w == 1 && x + N <= layer.width_out && column >= 0 &&
               behind <= layer.width_in;
    }
    template <int N>
    [[gnu::always_inline]] uint32_t* widen_inside(uint32_t* to, int32_t column) const {
        for (int32_t i = 0; i < G.kernel_h; ++i) {
            const int8_t* pixels = in(row + i * G.dilation_h);
            int32_t apart = G.stride_w * channels;
            if (pixels) {
                pixels += column * channels;
            } else {
                put_together(nullptr, 0, border);
                pixels = border, apart = 0;
            }
            const int8_t* runs[N];
            for (int n = 0; n < N; ++n) runs[n] = pixels + n * apart;
            to = widen(to, runs, run_bytes());
        }
        return to;
    }
    [[gnu::always_inline]] void advance(int32_t count) {
        x += count;
        if (x >= layer.width_out) x = 0, row += G.stride_h;
    }
    /// Widens the windows of the next N pixels.
    template <int N>
    [[gnu::noinline]] uint32_t* widen_next_pixels(uint32_t* to) {
        const int32_t column = x * G.stride_w - layer.pad_left;
        if (!are_inside<N>(column)) return widen_anywhere<N>(to);
        to = widen_inside<N>(to, column);
        advance(N);
        return to;
    }
    template <int N>
    [[gnu::noinline]] uint32_t* widen_anywhere(uint32_t* to) {
        int32_t rows[N], columns[N];
        for (int n = 0; n < N; ++n) {
            rows[n] = row;
            columns[n] = x * G.stride_w - layer.pad_left;
            advance(1);
        }
        for (int32_t i = 0; i < G.kernel_h; ++i) {
            const int8_t* runs[N];
            for (int n = 0; n < N; ++n)
                runs[n] =
                    run(in(rows[n] + i * G.dilation_h), columns[n], border + n * shape.padded_run);
            to = widen(to, runs, run_bytes());
        }
        return to;
    }
    void widen_pixels(uint32_t* to, int32_t count) {
        for (; count >= 4; count -= 4) to = widen_next_pixels<4>(to);
        if (count >= 2) to = widen_next_pixels<2>(to);
        if (count & 1) widen_next_pixels<1>(to);
    }
};

/// The weights of two outputs; runs that fill words lie behind each other.
inline void widen_weights(uint32_t* to, const int8_t* first, const int8_t* second,
                          const patch_shape& s) {
    const bool is_one_run = s.run == s.padded_run;
    const int32_t run = is_one_run ? s.depth() : s.run, runs = is_one_run ? 1 : s.rows;
    for (int32_t i = 0; i < runs; ++i) {
        const int8_t* const both[]{first + i * run, second + i * run};
        to = widen(to, both, run);
    }
}

/// The weights of outputs `o` and `next`, widened or in pairs.
template <weight_order Order>
[[gnu::always_inline]] inline const uint32_t* weights_of_two(const conv_layer<int8_t>& layer,
                                                             const patch_memory& memory,
                                                             const patch_shape& s, int32_t o,
                                                             int32_t next) {
    const int8_t* weights = layer.weights.bytes;
    if constexpr (Order == weight_order::arm_dsp_pairs) return words_at(weights + o * s.depth());
    const int32_t each = s.rows * s.run;
    widen_weights(memory.weights, weights + o * each, weights + next * each, s);
    return memory.weights;
}

/// The next N pixels of a job, whatever the scales of outputs `o` and `next`.
template <geometry Key, int N>
[[gnu::always_inline]] inline void multiply_next_slowly(block_job& job, const epilogue<int8_t>& e,
                                                        int32_t pairs, int32_t o, int32_t next) {
    const block_sums<N> sums = multiply<Key.weights, N>(job.weights, job.pixels, pairs, 0, 0);
    for (int n = 0; n < N; ++n, job.out += job.step) {
        job.out[next - o] = finish<finish_key(Key), int8_t>(e, next, sums.second[n]);
        job.out[0] = finish<finish_key(Key), int8_t>(e, o, sums.first[n]);
    }
    job.pixels += N * pairs;
}

template <geometry Key>
[[gnu::noinline]] inline void multiply_slowly(block_job& job, const epilogue<int8_t>& e,
                                              int32_t pairs, int32_t count, int32_t o,
                                              int32_t next) {
    for (; count >= 4; count -= 4) multiply_next_slowly<Key, 4>(job, e, pairs, o, next);
    if (count & 2) multiply_next_slowly<Key, 2>(job, e, pairs, o, next);
    if (count & 1) multiply_next_slowly<Key, 1>(job, e, pairs, o, next);
}

/// The last pixels of a job, fewer than four.
template <geometry Key>
[[gnu::noinline]] inline void multiply_rest(block_job& job, int32_t count) {
    if (count & 2) multiply_next<Key.weights, Key.rounds, 2>(job);
    if (count & 1) multiply_next<Key.weights, Key.rounds, 1>(job);
}

/// All outputs of `count` pixels. The last of an odd number of outputs is its own neighbor.
template <geometry Key>
[[gnu::noinline]] inline void multiply_patches(const conv_layer<int8_t>& layer,
                                               const patch_memory& memory, const patch_shape& s,
                                               int32_t count, int8_t* out, int32_t step) {
    const epilogue<int8_t>& e = layer.result;
    const int32_t outputs = layer.channels_out, pairs = s.depth() / 2;
    const int32_t products = s.rows * s.run;
    block_job job;
    job.step = step;
    for (int32_t o = 0; o < outputs; o += 2) {
        const int32_t next = o + 1 < outputs ? o + 1 : o;
        const channel_scale first = scale_for_products<finish_key(Key)>(e, o, products);
        const channel_scale second = scale_for_products<finish_key(Key)>(e, next, products);
        set_outputs<Key.weights, Key.rounds>(
            job, weights_of_two<Key.weights>(layer, memory, s, o, next), pairs, first, second);
        job.pixels = memory.pixels;
        job.out = out + o;
        job.second_offset = next - o;
        job.blocks = count / 4;
        if (first.is_short && second.is_short) {
            if (job.blocks) run_job<Key.weights, Key.rounds>(job);
            if (count & 3) multiply_rest<Key>(job, count);
        } else {
            multiply_slowly<Key>(job, e, pairs, count, o, next);
        }
    }
    if (!is_limited(e.codes)) return;
    for (int32_t o = 0; o < outputs; ++o) limit_codes(e.codes, out + o, count, step);
}

/// The fields that multiply_patches is compiled for.
constexpr geometry patches_key(const geometry& g) {
    geometry key = finish_key(g);
    key.weights = g.weights;
    return key;
}

}  // namespace dsp

template <geometry G>
    requires(dsp::multiplies_patches(G.in, G.out, G.groups))
[[gnu::noinline]] inline void rows(arm_dsp_tag tag, const conv_layer<int8_t>& layer, int8_t* out,
                                   int32_t row_count, const row_window<int8_t>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t step = pixel_step(G, known_or(G.channels_out, layer.channels_out));
    const dsp::patch_shape shape =
        dsp::patch_shape_of(G.kernel_h, G.kernel_w * channels, G.weights);
    const dsp::patch_memory memory(tag.scratch, shape);
    dsp::patch_walk<G> walk{layer, in, shape, memory.border, channels};
    for (int32_t rest = row_count * layer.width_out; rest > 0;) {
        const int32_t count = rest < shape.pixels ? rest : shape.pixels;
        walk.widen_pixels(memory.pixels, count);
        dsp::multiply_patches<dsp::patches_key(G)>(layer, memory, shape, count, out, step);
        out += count * step;
        rest -= count;
    }
}

}  // namespace tigris::kernels
