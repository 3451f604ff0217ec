// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise 3x3 convolution of bytes: four channels at a time are taken apart into planes of 16-bit
// numbers, so that two neighbors are multiplied at once.

#include <stdint.h>
#include <tigris/kernels/arm_dsp/finish_channel.hpp>
#include <tigris/kernels/arm_dsp/plane_shape.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels {
namespace dsp {

/// Four planes with rows of `row_words` words, and sums of one of them.
struct planes {
    uint32_t* words;
    int32_t row_words;
    int32_t words_each;

    int32_t* sums() const {
        return reinterpret_cast<int32_t*>(words + plane_channels * words_each);
    }
    uint32_t* row(int32_t channel, int32_t y) const {
        return words + channel * words_each + y * row_words;
    }
};

/// Two neighboring pixels' four channels, one word to each plane.
[[gnu::always_inline]] inline void put_pair(uint32_t* to, int32_t words_each, uint32_t left,
                                            uint32_t right) {
    const uint32_t even_left = sxtb16(left), even_right = sxtb16(right);
    const uint32_t odd_left = sxtb16_ror8(left), odd_right = sxtb16_ror8(right);
    to[0] = pkhbt(even_left, even_right);
    to[words_each] = pkhbt(odd_left, odd_right);
    to[2 * words_each] = pkhtb(even_right, even_left);
    to[3 * words_each] = pkhtb(odd_right, odd_left);
}

/// Row y of the planes, from channels of `pixels` (null: padding), which are `channels` bytes
/// apart. The first pixel is `pad_left` columns left of the image.
[[gnu::noinline]] inline void put_row(const planes& p, int32_t y, const int8_t* pixels,
                                      int32_t channels, int32_t width, int32_t pad_left,
                                      int32_t zero_point) {
    const uint32_t padding = uint32_t(uint8_t(zero_point)) * 0x01010101u;
    const int32_t words_each = p.words_each;
    const auto pixel = [&](int32_t column) {
        return uint32_t(column) < uint32_t(width) ? load_word(pixels + column * channels) : padding;
    };
    uint32_t *to = p.row(0, y), *end = to + p.row_words;
    if (!pixels) width = 0;
    int32_t column = -pad_left;
    for (; to != end && column < 0; ++to, column += 2)
        put_pair(to, words_each, pixel(column), pixel(column + 1));
    const int8_t* from = pixels + column * channels;
    for (; to != end && column + 1 < width; ++to, column += 2, from += 2 * channels)
        put_pair(to, words_each, load_word(from), load_word(from + channels));
    for (; to != end; ++to, column += 2) put_pair(to, words_each, pixel(column), pixel(column + 1));
}

/// A row of a 3x3 kernel: weights 0 and 1, and 1 and 2.
struct weight_pairs {
    uint32_t low;
    uint32_t high;
};

inline weight_pairs pairs_of(const int8_t* weights, int32_t apart) {
    const int32_t w0 = weights[0], w1 = weights[apart], w2 = weights[2 * apart];
    return {halves(w0, w1), halves(w1, w2)};
}

/// Adds a row of the kernel to the sums of two neighboring outputs.
template <int Stride>
[[gnu::always_inline]] inline void add_row(const uint32_t* pixels, const weight_pairs& w,
                                           int32_t& left, int32_t& right) {
    const uint32_t a = pixels[0], b = pixels[1];
    left = smlad(a, w.low, left);
    left = smlabt(b, w.high, left);
    if constexpr (Stride == 1) {
        right = smlatb(a, w.low, right);
        right = smlad(b, w.high, right);
    } else {
        right = smlad(b, w.low, right);
        right = smlabt(pixels[2], w.high, right);
    }
}

/// Sums of a row of outputs, two at a time, from pixels up to `end` on; gives the place behind
/// them.
template <int Stride>
[[gnu::always_inline]] inline int32_t* sum_row(const uint32_t* pixels, const uint32_t* end,
                                               int32_t row_words, const weight_pairs (&w)[3],
                                               int32_t bias, int32_t* sums) {
    for (; pixels != end; pixels += Stride, sums += 2) {
        sums[0] = sums[1] = bias;
        for (int i = 0; i < 3; ++i) add_row<Stride>(pixels + i * row_words, w[i], sums[0], sums[1]);
    }
    return sums;
}

#if TIGRIS_HAS_ALL_REGISTERS

// All fourteen registers are taken; the loop's end lies on the stack.
// clang-format off
#define TIGRIS_ROW_1(l, r, u, v)                    \
    "ldrd %[a], %[b], [%[p]]\n"                     \
    "smlad %[l], %[a], %[" u "], %[" l "]\n"        \
    "smlatb %[r], %[a], %[" u "], %[" r "]\n"       \
    "smlabt %[l], %[b], %[" v "], %[l]\n"           \
    "smlad %[r], %[b], %[" v "], %[r]\n"
#define TIGRIS_ROW_2(l, r, u, v)                    \
    "ldrd %[a], %[b], [%[p]]\n"                     \
    "smlad %[l], %[a], %[" u "], %[" l "]\n"        \
    "ldr %[a], [%[p], #8]\n"                        \
    "smlabt %[l], %[b], %[" v "], %[l]\n"           \
    "smlad %[r], %[b], %[" u "], %[" r "]\n"        \
    "smlabt %[r], %[a], %[" v "], %[r]\n"
#define TIGRIS_SUM_ROW(ROW, step)                                                            \
    asm volatile(                                                                            \
        "1:\n"                                                                               \
        ROW("bias", "bias", "u0", "v0")                                                      \
        "add %[p], %[p], %[rb]\n"                                                            \
        ROW("l", "r", "u1", "v1")                                                            \
        "add %[p], %[p], %[rb]\n"                                                            \
        ROW("l", "r", "u2", "v2")                                                            \
        "strd %[l], %[r], [%[sums]], #8\n"                                                   \
        "sub %[p], %[p], %[rb], lsl #1\n"                                                    \
        "add %[p], %[p], #" step "\n"                                                        \
        "ldr %[a], %[stop]\n"                                                                \
        "cmp %[p], %[a]\n"                                                                   \
        "bne 1b\n"                                                                           \
        : [p] "+&r"(pixels), [sums] "+&r"(sums), [l] "=&r"(l), [r] "=&r"(r), [a] "=&r"(a),   \
          [b] "=&r"(b)                                                                       \
        : [rb] "r"(4 * row_words), [bias] "r"(bias), [u0] "r"(w[0].low), [v0] "r"(w[0].high), \
          [u1] "r"(w[1].low), [v1] "r"(w[1].high), [u2] "r"(w[2].low), [v2] "r"(w[2].high),  \
          [stop] "m"(end)                                                                    \
        : "cc", "memory")
// clang-format on

template <>
[[gnu::always_inline]] inline int32_t* sum_row<1>(const uint32_t* pixels, const uint32_t* end,
                                                  int32_t row_words, const weight_pairs (&w)[3],
                                                  int32_t bias, int32_t* sums) {
    uint32_t a, b;
    int32_t l, r;
    TIGRIS_SUM_ROW(TIGRIS_ROW_1, "4");
    return sums;
}

template <>
[[gnu::always_inline]] inline int32_t* sum_row<2>(const uint32_t* pixels, const uint32_t* end,
                                                  int32_t row_words, const weight_pairs (&w)[3],
                                                  int32_t bias, int32_t* sums) {
    uint32_t a, b;
    int32_t l, r;
    TIGRIS_SUM_ROW(TIGRIS_ROW_2, "8");
    return sums;
}

#undef TIGRIS_SUM_ROW
#undef TIGRIS_ROW_2
#undef TIGRIS_ROW_1

#endif

/// Sums of `row_count` rows of one channel, all behind each other: where the last of a row is one
/// too many, the next row begins there.
template <int Stride>
[[gnu::noinline]] inline void sum_plane(const planes& p, int32_t plane, int32_t stride_h,
                                        const int8_t* weights, int32_t apart, int32_t bias,
                                        int32_t outputs, int32_t row_count) {
    const weight_pairs w[]{pairs_of(weights, apart), pairs_of(weights + 3 * apart, apart),
                           pairs_of(weights + 6 * apart, apart)};
    int32_t* sums = p.sums();
    for (int32_t y = 0; y < row_count; ++y) {
        const uint32_t* pixels = p.row(plane, y * stride_h);
        sums = sum_row<Stride>(pixels, pixels + (p.row_words - 1), p.row_words, w, bias, sums);
        sums -= outputs & 1;
    }
}

/// Rows of one channel of the planes.
template <geometry G>
[[gnu::always_inline]] inline void convolve_plane(const depthwise_conv_layer<int8_t>& layer,
                                                  const planes& p, int32_t plane, int32_t channel,
                                                  int32_t row_count, int8_t* out, int32_t step) {
    constexpr int32_t taps = 9;
    const channel_scale s = scale_of_channel<finish_key(G)>(layer.result, channel, bias_room(taps));
    sum_plane<G.stride_w>(p, plane, G.stride_h, layer.weights.bytes + channel, layer.channels_out,
                          s.first_sum(), layer.width_out, row_count);
    finish_channel<finish_key(G), 1>(layer.result, channel, s, p.sums(),
                                     row_count * layer.width_out, out, step);
}

constexpr ops::window window_of(const geometry& g) {
    return {.kernel_h = g.kernel_h,
            .kernel_w = g.kernel_w,
            .stride_h = g.stride_h,
            .stride_w = g.stride_w,
            .dilation_h = g.dilation_h,
            .dilation_w = g.dilation_w};
}

/// The fields that convolve_plane is compiled for.
constexpr geometry plane_key(const geometry& g) {
    return {.rounds = g.rounds,
            .per_channel = g.per_channel,
            .stride_h = g.stride_h,
            .stride_w = g.stride_w};
}

/// Up to rows_at_once() rows of channels [first, first + 4), from row `top` of the window.
template <geometry G>
[[gnu::noinline]] inline void convolve_four(const depthwise_conv_layer<int8_t>& layer,
                                            const planes& p, int32_t first, int8_t* out,
                                            int32_t step, int32_t row_count, int32_t top,
                                            const row_window<int8_t>& in) {
    for (int32_t y = 0; y < (row_count - 1) * G.stride_h + 3; ++y) {
        const int8_t* row = in(top + y);
        put_row(p, y, row ? row + first : nullptr, layer.channels_in, layer.width_in,
                layer.pad_left, layer.result.zero_point_in);
    }
    for (int32_t k = 0; k < plane_channels; ++k)
        convolve_plane<G>(layer, p, k, first + k, row_count, out + k, step);
}

/// Four channels after four; the last four overlap those before if channels are left over.
template <geometry G>
[[gnu::noinline]] inline void convolve_planes(const depthwise_conv_layer<int8_t>& layer,
                                              void* scratch, int8_t* out, int32_t step,
                                              int32_t row_count, const row_window<int8_t>& in) {
    const int32_t row_words = plane_row_words(layer.width_out, G.stride_w);
    const uintptr_t aligned = (reinterpret_cast<uintptr_t>(scratch) + 3) & ~uintptr_t(3);
    const planes p{reinterpret_cast<uint32_t*>(aligned), row_words,
                   row_words * plane_rows(row_words, G.stride_h)};
    const int32_t at_once = rows_at_once(row_words);
    const int32_t last = layer.channels_out - plane_channels;
    for (int32_t y = 0; y < row_count; y += at_once) {
        const int32_t rest = row_count - y, count = rest < at_once ? rest : at_once;
        int8_t* to = out + y * layer.width_out * step;
        for (int32_t c = 0; c < last + plane_channels; c += plane_channels) {
            const int32_t first = c < last ? c : last;
            convolve_four<G>(layer, p, first, to + first, step, count, y * G.stride_h, in);
        }
    }
}

}  // namespace dsp

template <geometry G>
    requires(dsp::runs_on_planes(G.in, G.out, dsp::window_of(G)) &&
             (G.channels_in == 0 || dsp::fill_planes(G.channels_in, G.channels_out)))
[[gnu::always_inline]] inline void rows(arm_dsp_tag tag, const depthwise_conv_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    if (dsp::fill_planes(layer.channels_in, layer.channels_out))
        dsp::convolve_planes<dsp::plane_key(G)>(layer, tag.scratch, out,
                                                pixel_step(G, layer.channels_out), row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
