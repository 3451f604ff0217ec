// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution of bytes as a matrix product: some windows at a time are widened to 16 bits, then
// multiplied with two outputs' weights after the other.

#include <stddef.h>
#include <stdint.h>
#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/conv/compact_patch_walk.hpp>
#include <tigris/kernels/arm_dsp/conv/multiply_fours.hpp>
#include <tigris/kernels/arm_dsp/conv/multiply_held.hpp>
#include <tigris/kernels/arm_dsp/conv/patch_walk.hpp>
#include <tigris/kernels/arm_dsp/product_key.hpp>
#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/conv.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Working memory of a call that widens `count` pixels at once. The border comes last, because it
/// may be missing.
struct patch_memory {
    uint32_t* weights;
    uint32_t* pixels;
    int8_t* border;

    patch_memory(void* scratch, const patch_shape& s, int32_t count) {
        weights = first_word<uint32_t>(scratch);
        pixels = weights + weight_words(s);
        border = reinterpret_cast<int8_t*>(pixels) + pixel_bytes(s, count);
    }
};

/// The weights of two outputs.
inline void widen_weights(uint32_t* to, const int8_t* first, const int8_t* second,
                          const patch_shape& s) {
    if (s.span % 4 == 0) {
        const int8_t* const both[]{first, second};
        widen<2>(to, both, s.depth);
        return;
    }
    widen_one_window(to, 2, s, [&](int32_t i) { return first + i * s.span; });
    widen_one_window(to + 1, 2, s, [&](int32_t i) { return second + i * s.span; });
}

/// The weights of outputs `o` and `next`, widened or in pairs.
template <weight_order Order>
[[gnu::always_inline]] inline const uint32_t* weights_of_two(const conv_layer<int8_t>& layer,
                                                             const patch_memory& memory,
                                                             const patch_shape& s, int32_t o,
                                                             int32_t next) {
    const int8_t* weights = layer.weights.bytes;
    if constexpr (Order == weight_order::arm_dsp_pairs) return words_at(weights + o * s.depth);
    const int32_t each = s.rows * s.span;
    widen_weights(memory.weights, weights + o * each, weights + next * each, s);
    return memory.weights;
}

/// The next pixel of a job, whose words lie `apart`, whatever the scales of outputs `o` and `next`.
template <product_key Key, class Job>
[[gnu::noinline]] inline void multiply_slowly(Job& job, const epilogue<int8_t>& e, int32_t apart,
                                              int32_t o, int32_t next) {
    const two_sums sums = sum_pixel<Key.weights>(job, job.pixels, apart);
    job.out[next - o] = finish_one<Key.finish>(e, next, job.second, sums.second);
    *job.out = finish_one<Key.finish>(e, o, job.first, sums.first);
    job.out += job.step;
}

/// `count` pixels: fours side by side, then one after the other.
template <product_key Key, class Job>
[[gnu::noinline]] inline void multiply_all_slowly(Job& job, const epilogue<int8_t>& e,
                                                  int32_t count, int32_t o, int32_t next) {
    const int32_t pairs = pairs_of<Key.weights>(job);
    for (; count >= 4; count -= 4, job.pixels += 4 * pairs - 4)
        for (int n = 0; n < 4; ++n, ++job.pixels) multiply_slowly<Key>(job, e, 4, o, next);
    for (; count > 0; --count, job.pixels += pairs) multiply_slowly<Key>(job, e, 1, o, next);
}

/// Makes all outputs of `count` pixels. The last of an odd number of outputs is its own neighbor.
template <product_key Key>
[[gnu::noinline]] inline void multiply_patches(const conv_layer<int8_t>& layer,
                                               const patch_memory& given_memory,
                                               const patch_shape& given_shape, int32_t count,
                                               int8_t* out, int32_t step) {
    // Copies, which writing the job cannot change.
    const patch_memory memory = given_memory;
    const patch_shape s = given_shape;
    const int32_t outputs = layer.channels_out;
    const scale_reader<Key.finish> scales(layer.result, s.rows * s.span);
    block_job_of<Key.weights, Key.compact> job;
    job.step = step;
    set_pairs<Key.weights, Key.compact>(job, s.depth / 2);
    job.second_offset = 1;
    for (int32_t o = 0; o < outputs; o += 2) {
        int32_t next = o + 1;
        if (next == outputs) next = o, job.second_offset = 0;
        job.first = scales(o);
        job.second = scales(next);
        job.weights = weights_of_two<Key.weights>(layer, memory, s, o, next);
        set_starts<Key.weights, Key.compact>(job);
        job.pixels = memory.pixels;
        job.out = out + o;
        job.blocks = count / 4;
        if (is_short<Key.finish>(job.first) && is_short<Key.finish>(job.second)) {
            if (job.blocks) run_job<Key.weights, short_rescaling_of(Key.finish), Key.compact>(job);
            for (int32_t rest = count & 3; rest > 0; --rest)
                multiply_pixel<Key.weights, short_rescaling_of(Key.finish), Key.compact>(job);
        } else {
            multiply_all_slowly<Key>(job, layer.result, count, o, next);
        }
    }
    const result_codes& codes = layer.result.codes;
    if (!is_limited(codes)) return;
    for (int32_t o = 0; o < outputs; ++o) limit_codes(codes, out + o, count, step);
}

/// Multiplies `count` windows with all outputs' weights. Writes sums, `step` elements apart.
template <product_key Key>
[[gnu::noinline]] inline void multiply_patches(const conv_layer<int8_t>& layer,
                                               const patch_memory& given_memory,
                                               const patch_shape& given_shape, int32_t count,
                                               int32_t* out, int32_t step) {
    const patch_memory memory = given_memory;
    const patch_shape s = given_shape;
    const int32_t outputs = layer.channels_out;
    block_job_of<Key.weights, Key.compact> job{};
    job.step = 4 * step;
    set_pairs<Key.weights, Key.compact>(job, s.depth / 2);
    for (int32_t o = 0; o < outputs; o += 2) {
        const int32_t next = o + 1 < outputs ? o + 1 : o;
        job.second_offset = 4 * (next - o);
        job.weights = weights_of_two<Key.weights>(layer, memory, s, o, next);
        job.pixels = memory.pixels;
        job.out = reinterpret_cast<int8_t*>(out + o);
        job.blocks = count / 4;
        if (job.blocks) run_job<Key.weights, short_rescaling::nearest, Key.compact, true>(job);
        for (int32_t rest = count & 3; rest > 0; --rest)
            sum_next_pixel<Key.weights, Key.compact>(job);
    }
}

/// What a call is compiled for, and yet shared: the window, and elements from one pixel of the
/// output to the next (0: as many as there are channels).
struct patch_call {
    ops::window window;
    int32_t out_pixel_stride;
};
template <conv_key G>
inline constexpr patch_call patch_call_of{window_of(G.window), G.out_pixel_stride};

/// The windows of a call, as the key wants them to be widened.
template <product_key Key>
[[gnu::always_inline]] inline auto walk_of(const conv_layer<int8_t>& layer,
                                           const row_window<int8_t>& in, int32_t row_count,
                                           const ops::window& window, const patch_shape& shape,
                                           int8_t* border) {
    if constexpr (Key.compact)
        return compact_patch_walk(layer, in, window, shape, border);
    else
        return patch_walk(layer, in, row_count, window, shape, border);
}

template <product_key Key, class Out>
[[gnu::noinline]] inline void convolve_patches(const patch_call& call, void* scratch,
                                               const conv_layer<int8_t>& layer, Out* out,
                                               int32_t row_count, const row_window<int8_t>& in) {
    const ops::window& w = call.window;
    const int32_t step = known_or(call.out_pixel_stride, layer.channels_out);
    const patch_shape shape =
        patch_shape_of(w.kernel_h, w.kernel_w * layer.channels_in, Key.weights);
    int32_t rest = row_count * layer.width_out;
    const patch_memory memory(scratch, shape, rest < shape.pixels ? rest : shape.pixels);
    auto walk = walk_of<Key>(layer, in, row_count, w, shape, memory.border);
    for (; rest > 0; rest -= shape.pixels) {
        const int32_t count = rest < shape.pixels ? rest : shape.pixels;
        walk.widen_pixels(memory.pixels, count);
        multiply_patches<Key>(layer, memory, shape, count, out, step);
        out += count * step;
    }
}

}  // namespace arm_dsp_kernels

constexpr bool has_short_scales(arm_dsp_tag, const ops::conv& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    return !arm_dsp_kernels::multiplies_patches(t.input(0).type, t.output().type, op.groups) ||
           by_channel::has_short_scales(op, t, constants, rounds);
}

template <conv_key G, class Out>
    requires(arm_dsp_kernels::multiplies_patches(G.in, G.out, G.groups))
[[gnu::always_inline]] inline void rows(arm_dsp_tag tag, const conv_layer<int8_t>& layer, Out* out,
                                        int32_t row_count, const row_window<int8_t>& in) {
    arm_dsp_kernels::convolve_patches<arm_dsp_kernels::product_key_of(G)>(
        arm_dsp_kernels::patch_call_of<G>, tag.scratch, layer, out, row_count, in);
}

}  // namespace tigris::kernels
