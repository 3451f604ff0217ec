// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights in the order that multiply_block() reads them: blocks of outputs side by side, elements
// (of bytes: as many as are multiplied at once) one after the other.

#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/kernels/simd/lanes.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd_kernels {

/// Transposes sixteen rows of 16 bytes, `apart` bytes apart: first units of all rows, then second
/// ones. Interleaving rows with those half of a square below, a few times, does that.
template <class Unit>
[[gnu::always_inline]] inline void transpose_16(const int8_t* from, int32_t apart, int8_t* to) {
    constexpr int side = 16 / sizeof(Unit);
    using units = lanes<Unit, side>;
    for (int first = 0; first < block_outputs; first += side) {
        units a[side], b[side];
        for (int i = 0; i < side; ++i) a[i] = load<units>(from + (first + i) * apart);
        for (int left = side; left > 1; left /= 2) {
            for (int i = 0; i < side / 2; ++i) {
                b[2 * i] = interleave_low<Unit>(a[i], a[i + side / 2]);
                b[2 * i + 1] = interleave_high<Unit>(a[i], a[i + side / 2]);
            }
            for (int i = 0; i < side; ++i) a[i] = b[i];
        }
        for (int i = 0; i < side; ++i)
            store(to + (i * block_outputs + first) * int(sizeof(Unit)), a[i]);
    }
}

/// Units of `Bytes` bytes of `rows` rows, `apart` bytes apart; rows that are missing are 0.
template <int Bytes>
inline void transpose_rest(const int8_t* from, int32_t row_bytes, int32_t apart, int32_t rows,
                           int8_t* to) {
    for (int32_t at = 0; at < row_bytes; at += Bytes, to += block_outputs * Bytes) {
        __builtin_memset(to, 0, block_outputs * Bytes);
        const int32_t count = row_bytes - at < Bytes ? row_bytes - at : Bytes;
        for (int32_t r = 0; r < rows; ++r)
            for (int32_t i = 0; i < count; ++i) to[r * Bytes + i] = from[r * apart + at + i];
    }
}

/// Packs one block of `outputs` rows of elements, `apart` bytes apart.
template <class Unit>
inline void pack_block(const int8_t* weights, int32_t row_bytes, int32_t apart, int32_t outputs,
                       int8_t* to) {
    constexpr int32_t bytes = sizeof(Unit);
    int32_t at = 0;
    if (outputs == block_outputs)
        for (; at + 16 <= row_bytes; at += 16)
            transpose_16<Unit>(weights + at, apart, to + at * block_outputs);
    transpose_rest<bytes>(weights + at, row_bytes - at, apart, outputs, to + at * block_outputs);
}

/// The weights [outputs, spans, elements] of a layer in units of UnitBytes, behind room for what
/// sums start from.
template <int UnitBytes>
[[gnu::noinline]] void pack_weights(const int8_t* weights, const window_shape& s, int32_t outputs,
                                    int8_t* to) {
    using unit = typename unsigned_of<UnitBytes>::type;
    const bool is_whole = s.span == s.filled_span();
    const int32_t spans = is_whole ? 1 : s.spans, apart = s.spans * s.span * s.weight_bytes;
    const int32_t span_bytes = apart / spans, packed = block_outputs * s.depth() / spans;
    for (int32_t o = 0; o < outputs; o += block_outputs, to += bytes_of_block(s)) {
        const int32_t count = outputs - o < block_outputs ? outputs - o : block_outputs;
        for (int32_t r = 0; r < spans; ++r)
            pack_block<unit>(weights + o * apart + r * span_bytes, span_bytes, apart, count,
                             to + bytes_of_starts(s) + r * packed * s.weight_bytes);
    }
}

}  // namespace tigris::kernels::simd_kernels
