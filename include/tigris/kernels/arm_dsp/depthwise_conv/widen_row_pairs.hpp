// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Four channels of rows widened to 16 bits, two rows in a word (row_pair_shape.hpp).

#include <tigris/kernels/arm_dsp/depthwise_conv/panel_columns.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Four channels of a pixel of two rows, which are `distance` bytes apart, to word `Place` of their
/// column's channels. With place 1 the last words before become the first.
template <int Pairs, int Place>
[[gnu::always_inline]] inline void widen_pixel_pair(uint32_t* to, const int8_t* upper,
                                                    int32_t distance) {
#if TIGRIS_HAS_ALL_REGISTERS
// clang-format off
#define TIGRIS_PUT(channel, word)                                                          \
    ".if %c[place] == 1\n"                                                                 \
    "ldr %[last], [%[to], #(%c[pairs] * 4 * (" #channel " + 1) - 4)]\n"                    \
    "strd %[last], %[" #word "], [%[to], #(%c[pairs] * 4 * " #channel ")]\n"               \
    ".else\n"                                                                              \
    "str %[" #word "], [%[to], #(%c[pairs] * 4 * " #channel " + %c[place] * 4)]\n"         \
    ".endif\n"
    // clang-format on
    uint32_t a, b, c, d, word, last;
    asm volatile(
        "ldr %[a], [%[upper]]\n"
        "ldr %[b], [%[upper], %[distance]]\n"
        "sxtb16 %[c], %[a]\n"
        "sxtb16 %[d], %[b]\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "sxtb16 %[b], %[b], ror #8\n"
        "pkhbt %[word], %[c], %[d], lsl #16\n" TIGRIS_PUT(0, word)
        "pkhtb %[d], %[d], %[c], asr #16\n" TIGRIS_PUT(2, d)
        "pkhbt %[word], %[a], %[b], lsl #16\n" TIGRIS_PUT(1, word)
        "pkhtb %[b], %[b], %[a], asr #16\n" TIGRIS_PUT(3, b)
        : [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [word] "=&r"(word),
          [last] "=&r"(last)
        : [to] "r"(to), [upper] "r"(upper), [distance] "r"(distance), [pairs] "i"(Pairs),
          [place] "i"(Place)
        : "memory");
#undef TIGRIS_PUT
#else
    const uint32_t a = load_word(upper), b = load_word(upper + distance);
    const uint32_t even_a = sxtb16(a), even_b = sxtb16(b);
    const uint32_t odd_a = sxtb16_ror8(a), odd_b = sxtb16_ror8(b);
    const uint32_t words[]{low_halves(even_a, even_b), low_halves(odd_a, odd_b),
                           high_halves(even_a, even_b), high_halves(odd_a, odd_b)};
    for (int c = 0; c < panel_channels; ++c) {
        if constexpr (Place == 1) to[c * Pairs] = to[c * Pairs + Pairs - 1];
        to[c * Pairs + Place] = words[c];
    }
#endif
}

/// How the lower of two rows lies to the upper, neighboring pixels to each other, and their number.
struct pixel_pairs {
    int32_t distance;
    int32_t step;
    int32_t count;
};

template <int Pairs, int Place>
[[gnu::noinline]] inline void widen_row_pair(uint32_t* to, const int8_t* upper,
                                             const pixel_pairs& lie) {
    const int32_t distance = lie.distance, step = lie.step;
    for (int32_t i = lie.count; i > 0; --i, to += panel_channels * Pairs, upper += step)
        widen_pixel_pair<Pairs, Place>(to, upper, distance);
}

/// The upper or lower halves of `count` words, `apart` from one to the next, become `code`.
[[gnu::noinline]] inline void set_halves(uint32_t* to, int32_t count, int32_t apart, bool is_lower,
                                         int32_t code) {
    const int16_t half = int16_t(code);
    for (char* at = reinterpret_cast<char*>(to) + (is_lower ? 2 : 0); count > 0;
         --count, at += 4 * apart)
        __builtin_memcpy(at, &half, sizeof half);
}

/// What the panels of a call have in common. Of rows [0, last_row], which are read, those from
/// `first` to before `end` lie one behind the other.
struct row_pair_call {
    const depthwise_conv_layer<int8_t>& layer;
    const row_window<int8_t>& in;
    inside_columns inside;
    int32_t last_row;
    int32_t first;
    int32_t end;
    pixel_pairs lie;

    row_pair_call(const depthwise_conv_layer<int8_t>& l, const row_window<int8_t>& rows,
                  const inside_columns& columns, int32_t last)
        : layer(l), in(rows), inside(columns), last_row(last), first(rows.first), end(last + 1) {
        if (end > in.last) end = in.last;
        if (end > in.wrap) end = in.wrap;
        lie = {in.row_elements, layer.channels_in, inside.count};
    }

    /// Where the four channels from `channel` on of row 0 would begin.
    const int8_t* origin(int32_t channel) const {
        return in.base + (in.offset + channel + inside.first * layer.channels_in);
    }
    /// Where the four channels from `channel` on begin in row k, or in the last row; null for
    /// padding.
    const int8_t* row(int32_t k, int32_t channel) const {
        const int8_t* at = in(k < last_row ? k : last_row);
        return at ? at + (channel + inside.first * layer.channels_in) : nullptr;
    }
};

/// Rows k and k + 1 of the four channels from `channel` on, wherever they lie: one may be padding.
template <int Pairs, int Place>
[[gnu::noinline]] inline void widen_anywhere(const row_pair_call& call, uint32_t* to, int32_t k,
                                             int32_t channel) {
    const int32_t zero_point = call.layer.result.zero_point_in;
    const uint32_t padding = uint8_t(zero_point) * 0x01010101u;
    const int8_t *const upper = call.row(k, channel), *const lower = call.row(k + 1, channel);
    const int8_t* either = upper ? upper : lower;
    pixel_pairs lie{0, either ? call.lie.step : 0, call.lie.count};
    if (upper && lower) lie.distance = int32_t(lower - upper);
    if (!either) either = reinterpret_cast<const int8_t*>(&padding);
    widen_row_pair<Pairs, Place>(to, either, lie);
    if (bool(upper) != bool(lower))
        set_halves(to + Place, lie.count * panel_channels, Pairs, !lower, zero_point);
}

/// Four channels from `channel` on, whose row 0 begins at `origin`.
struct row_pair_source {
    const row_pair_call& call;
    const int8_t* origin;
    int32_t channel;

    template <int Pairs, int Place>
    [[gnu::always_inline]] void widen_rows(uint32_t* to, int32_t k) const {
        if (k >= call.first && k + 1 < call.end)
            widen_row_pair<Pairs, Place>(to, origin + k * call.lie.distance, call.lie);
        else
            widen_anywhere<Pairs, Place>(call, to, k, channel);
    }
    /// The pairs of rows from row `top` on; the first of them is the last of those before, if there
    /// are any. A pair that no output of the call reads is left as it is.
    template <int Pairs>
    [[gnu::always_inline]] void widen(uint32_t* to, int32_t top) const {
        if (top == 0) widen_rows<Pairs, Pairs - 1>(to, 0);
        widen_rows<Pairs, 1>(to, top + 2);
        if constexpr (Pairs == 3)
            if (top + 4 <= call.last_row) widen_rows<Pairs, 2>(to, top + 4);
    }
};

}  // namespace tigris::kernels::arm_dsp_kernels
