// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution of bytes as a matrix product: some windows at a time are widened to 16 bits, then
// multiplied with two outputs' weights after the other.

#include <stddef.h>
#include <stdint.h>
#include <tigris/kernels/arm_dsp/finish_channel.hpp>
#include <tigris/kernels/arm_dsp/multiply_fours.hpp>
#include <tigris/kernels/arm_dsp/patch_shape.hpp>
#include <tigris/kernels/arm_dsp/widen.hpp>
#include <tigris/kernels/portable/conv.hpp>

namespace tigris::kernels {
namespace dsp {

/// Working memory of a call, in words.
struct patch_memory {
    uint32_t* pixels;
    uint32_t* weights;
    int8_t* border;

    patch_memory(void* scratch, const patch_shape& s) {
        const auto at = reinterpret_cast<uintptr_t>(scratch);
        pixels = reinterpret_cast<uint32_t*>((at + 3) & ~uintptr_t(3));
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

/// Two outputs of a layer; the same one twice where the second does not exist.
struct two_outputs {
    int32_t first;
    int32_t second;
    channel_scale first_scale;
    channel_scale second_scale;

    bool are_short() const { return first_scale.is_short && second_scale.is_short; }
};

template <geometry Finish>
[[gnu::always_inline]] inline two_outputs two_outputs_from(const epilogue<int8_t>& e, int32_t o,
                                                           int32_t outputs, int32_t room) {
    const int32_t next = o + 1 < outputs ? o + 1 : o;
    return {o, next, scale_of_channel<Finish>(e, o, room), scale_of_channel<Finish>(e, next, room)};
}

/// N pixels to bytes that lie `step` apart.
template <geometry Key, int N>
[[gnu::always_inline]] inline void multiply_and_finish(const block_job& job, int32_t pairs,
                                                       const two_outputs& o) {
    const block_sums<N> sums = multiply<Key.weights, N>(job.weights, job.pixels, pairs,
                                                        o.first_scale.bias, o.second_scale.bias);
    finish_few<Key.rounds>(sums.second, o.second_scale, job.out + job.second_offset, job.step);
    finish_few<Key.rounds>(sums.first, o.first_scale, job.out, job.step);
}

/// `count` pixels, with short scales.
template <geometry Key>
[[gnu::noinline]] inline void multiply_pixels(const result_codes& codes, const uint32_t* weights,
                                              const uint32_t* pixels, int32_t pairs, int32_t count,
                                              const two_outputs& o, int8_t* out, int32_t step) {
    block_job job =
        job_of<Key.weights, Key.rounds>(weights, pixels, pairs, o.first_scale, o.second_scale, out,
                                        step, o.second - o.first, count / 4);
    if (count >= 4) run_job<Key.weights, Key.rounds>(job);
    if (count & 2) {
        multiply_and_finish<Key, 2>(job, pairs, o);
        job.pixels += 2 * pairs, job.out += 2 * step;
    }
    if (count & 1) multiply_and_finish<Key, 1>(job, pairs, o);
    if (!is_limited(codes)) return;
    limit_codes(codes, out, count, step);
    limit_codes(codes, out + (o.second - o.first), count, step);
}

/// N pixels to bytes that lie `step` apart, whatever the scales.
template <geometry Key, int N>
[[gnu::always_inline]] inline void multiply_and_finish_any(const epilogue<int8_t>& e,
                                                           const uint32_t* weights,
                                                           const uint32_t* pixels, int32_t pairs,
                                                           const two_outputs& o, int8_t* out,
                                                           int32_t step) {
    const block_sums<N> sums = multiply<Key.weights, N>(weights, pixels, pairs, 0, 0);
    for (int n = 0; n < N; ++n, out += step) {
        out[o.second - o.first] =
            finish_one<finish_key(Key)>(e, o.second, o.second_scale, sums.second[n]);
        out[0] = finish_one<finish_key(Key)>(e, o.first, o.first_scale, sums.first[n]);
    }
}

/// `count` pixels, whatever the scales.
template <geometry Key>
[[gnu::noinline]] inline void multiply_slowly(const epilogue<int8_t>& e, const uint32_t* weights,
                                              const uint32_t* pixels, int32_t pairs, int32_t count,
                                              const two_outputs& o, int8_t* out, int32_t step) {
    for (; count >= 4; count -= 4, pixels += 4 * pairs, out += 4 * step)
        multiply_and_finish_any<Key, 4>(e, weights, pixels, pairs, o, out, step);
    if (count >= 2) {
        multiply_and_finish_any<Key, 2>(e, weights, pixels, pairs, o, out, step);
        pixels += 2 * pairs, out += 2 * step;
    }
    if (count & 1) multiply_and_finish_any<Key, 1>(e, weights, pixels, pairs, o, out, step);
}

/// The weights of two outputs as multiply_pixels() takes them.
template <weight_order Order>
[[gnu::always_inline]] inline const uint32_t* weights_of_two(const conv_layer<int8_t>& layer,
                                                             const patch_memory& memory,
                                                             const patch_shape& s,
                                                             const two_outputs& o) {
    const int8_t* weights = layer.weights.bytes;
    if constexpr (Order == weight_order::arm_dsp_pairs)
        return words_at(weights + o.first * s.depth());
    const int32_t each = s.rows * s.run;
    widen_weights(memory.weights, weights + o.first * each, weights + o.second * each, s);
    return memory.weights;
}

/// All outputs of `count` pixels.
template <geometry Key>
[[gnu::noinline]] inline void multiply_patches(const conv_layer<int8_t>& layer,
                                               const patch_memory& memory, const patch_shape& s,
                                               int32_t count, int8_t* out, int32_t step) {
    const int32_t outputs = layer.channels_out, room = bias_room(s.rows * s.run);
    for (int32_t i = 0; i < outputs; i += 2) {
        const two_outputs o = two_outputs_from<finish_key(Key)>(layer.result, i, outputs, room);
        const uint32_t* weights = weights_of_two<Key.weights>(layer, memory, s, o);
        if (o.are_short())
            multiply_pixels<Key>(layer.result.codes, weights, memory.pixels, s.depth() / 2, count,
                                 o, out + i, step);
        else
            multiply_slowly<Key>(layer.result, weights, memory.pixels, s.depth() / 2, count, o,
                                 out + i, step);
    }
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
