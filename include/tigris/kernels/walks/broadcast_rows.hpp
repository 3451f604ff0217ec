// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operands of different shapes walked side by side, row by row.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/binary.hpp>
#include <tigris/support/index_sequence.hpp>

namespace tigris::kernels {

/// Three bits for each of the first `count` inputs: its row_pattern, and 4 if it is fixed.
constexpr uint16_t broadcast_bits(const operands& t, int count) {
    int bits = 0;
    for (int i = 0; i < count; ++i) {
        const ops::row_operand o = ops::row_operand_of(t.input(i).dims, t.output().dims);
        bits |= (int(o.pattern) + (o.fixed ? 4 : 0)) << (3 * i);
    }
    return uint16_t(bits);
}

constexpr ops::row_pattern pattern_of(uint16_t broadcast, int operand) {
    return ops::row_pattern(broadcast >> (3 * operand) & 3);
}
constexpr bool is_fixed(uint16_t broadcast, int operand) {
    return broadcast >> (3 * operand + 2) & 1;
}

/// Whether rows of `count` operands are one span of elements: no operand repeats along the width or
/// the channels alone, and the output's pixels are dense.
constexpr bool has_plain_rows(uint16_t broadcast, int32_t out_pixel_stride, int count) {
    for (int i = 0; i < count; ++i) {
        const ops::row_pattern p = pattern_of(broadcast, i);
        if (p != ops::row_pattern::full && p != ops::row_pattern::single) return false;
    }
    return out_pixel_stride == 0;
}

/// Where an operand's elements for pixel x begin in its row.
template <ops::row_pattern Pattern>
constexpr int32_t pixel_in_row(int32_t x, int32_t channels) {
    if constexpr (Pattern == ops::row_pattern::full)
        return x * channels;
    else
        return Pattern == ops::row_pattern::pixels ? x : 0;
}

/// Whether an operand has an element for each channel of a pixel.
constexpr bool varies_in_pixel(ops::row_pattern p) {
    return p == ops::row_pattern::full || p == ops::row_pattern::channels;
}

/// Makes `count` results from operands that have `count` elements each, or one element.
template <auto Key, int... Index, class Out, class F, class... Operands>
[[gnu::always_inline]] constexpr void combine_span(index_sequence<Index...>, int32_t count,
                                                   Out* out, const F& f, Operands... operands) {
    for (int32_t i = 0; i < count; ++i)
        out[i] = f(operands[varies_in_pixel(pattern_of(Key.broadcast, Index)) ? i : 0]...);
}

/// Makes one row of `width` pixels of `channels` elements. Returns the place of the next row.
template <auto Key, int... Index, class Out, class F, class... Operands>
[[gnu::always_inline]] constexpr Out* combine_row(index_sequence<Index...> numbers, int32_t width,
                                                  int32_t channels, Out* out, const F& f,
                                                  Operands... operands) {
    if constexpr (has_plain_rows(Key.broadcast, Key.out_pixel_stride, int(sizeof...(Operands)))) {
        combine_span<Key>(numbers, width * channels, out, f, operands...);
        return out + width * channels;
    } else {
        for (int32_t x = 0; x < width; ++x, out += pixel_step(Key.out_pixel_stride, channels))
            combine_span<Key>(
                numbers, channels, out, f,
                operands + pixel_in_row<pattern_of(Key.broadcast, Index)>(x, channels)...);
        return out;
    }
}

template <auto Key, int... Index, class Out, class F, class... Windows>
[[gnu::always_inline]] constexpr void combine_rows(index_sequence<Index...> numbers, int32_t width,
                                                   int32_t channels, Out* out, int32_t row_count,
                                                   const F& f, const Windows&... windows) {
    for (int32_t y = 0; y < row_count; ++y)
        out = combine_row<Key>(numbers, width, channels, out, f,
                               windows(is_fixed(Key.broadcast, Index) ? 0 : y)...);
}

/// Rows of f(an element of each operand), as Key.broadcast and Key.out_pixel_stride say. Windows
/// are row_windows of activations or constant_rows of constants, in any combination.
template <auto Key, class Out, class F, class... Windows>
[[gnu::always_inline]] constexpr void combine_rows(int32_t width, int32_t channels, Out* out,
                                                   int32_t row_count, const F& f,
                                                   const Windows&... windows) {
    combine_rows<Key>(make_index_sequence<int(sizeof...(Windows))>{}, width, channels, out,
                      row_count, f, windows...);
}

}  // namespace tigris::kernels
