// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the instructions of assembler.hpp do, in plain C++: kernels can be tested on any machine.

#include <tigris/kernels/helium/instructions/vectors.hpp>

#if !TIGRIS_HAS_HELIUM

namespace tigris::kernels::helium_kernels {

/// The first `count` (at least 1) elements at `from`, and zeros behind them; or to `to`.
inline bytes load_first(const int8_t* from, int32_t count) {
    bytes y{};
    for (int i = 0; i < 16 && i < count; ++i) y[i] = from[i];
    return y;
}
inline void store_first(int8_t* to, bytes x, int32_t count) {
    for (int i = 0; i < 16 && i < count; ++i) to[i] = x[i];
}
/// Bytes as larger numbers.
inline words widen_4(const int8_t* from) { return words{from[0], from[1], from[2], from[3]}; }
inline words widen_4(const int16_t* from) { return words{from[0], from[1], from[2], from[3]}; }
inline halves widen_first_8(const int8_t* from, int32_t count) {
    halves y{};
    for (int i = 0; i < 8 && i < count; ++i) y[i] = from[i];
    return y;
}
inline halves widen_8(const int8_t* from) { return widen_first_8(from, 8); }
/// The lowest byte of each lane, of the first `count` lanes.
inline void store_first_lowest(int8_t* to, words x, int32_t count) {
    for (int i = 0; i < 4 && i < count; ++i) to[i] = int8_t(x[i]);
}
inline void store_lowest(int8_t* to, words x) { store_first_lowest(to, x, 4); }
inline void store_first_lowest(int8_t* to, halves x, int32_t count) {
    for (int i = 0; i < 8 && i < count; ++i) to[i] = int8_t(x[i]);
}
inline void store_lowest(int8_t* to, halves x) { store_first_lowest(to, x, 8); }
/// The lowest byte of each lane to its place behind `to`.
inline void scatter_lowest(int8_t* to, halves offsets, halves x) {
    for (int i = 0; i < 8; ++i) to[offsets[i]] = int8_t(x[i]);
}
/// `count` times eight bytes, `apart` bytes apart, to their places behind `to`, which moves on by
/// `step`; or sixteen, of which eight go to the places `behind`.
inline void scatter_columns(const int8_t* from, int32_t apart, int8_t* to, int32_t step,
                            halves places, int32_t count) {
    for (; count > 0; --count, from += apart, to += step) scatter_lowest(to, places, widen_8(from));
}
inline void scatter_columns(const int8_t* from, int32_t apart, int8_t* to, int32_t step,
                            halves places, halves behind, int32_t count) {
    scatter_columns(from, apart, to, step, places, count);
    scatter_columns(from + 8, apart, to, step, behind, count);
}
/// Adds 32 bytes of each of `count` rows, `apart` bytes apart.
inline void add_columns(halves (&sums)[4], const int8_t* from, int32_t apart, int32_t count) {
    for (; count > 0; --count, from += apart)
        for (int i = 0; i < 4; ++i) sums[i] += widen_8(from + 8 * i);
}
/// table[b] for each of `count` bytes b.
inline void look_up_bytes(int8_t* to, const int8_t* from, int32_t count, const uint8_t* table) {
    for (int32_t i = 0; i < count; ++i) to[i] = int8_t(table[uint8_t(from[i])]);
}
/// Copies `count` bytes; copy_few() at most sixteen, in fewer instructions.
inline void copy_bytes(int8_t* to, const int8_t* from, int32_t count) {
    __builtin_memcpy(to, from, uint32_t(count));
}

inline void copy_few(int8_t* to, const int8_t* from, int32_t count) { copy_bytes(to, from, count); }
inline void fill_bytes(int8_t* to, bytes x, int32_t count) {
    for (int32_t i = 0; i < count; ++i) to[i] = x[i % 16];
}

/// Sixteen neighboring words: 0, 4, 8 and 12, then 2 and on, 1 and on, and 3 and on, as
/// store_fours().
inline void store_by_fours(int32_t* to, const int32_t* from) {
    const auto four = [from](int i) {
        return words{from[i], from[i + 4], from[i + 8], from[i + 12]};
    };
    store_fours(to, four(0), four(2), four(1), four(3));
}

/// A sum, and the products of all lanes.
inline int32_t multiply_across(int32_t sum, bytes a, bytes b) {
    for (int i = 0; i < 16; ++i) sum += int32_t(a[i]) * b[i];
    return sum;
}
inline int32_t largest_lane(words x) {
    int32_t y = x[0];
    for (int i = 1; i < 4; ++i) y = x[i] > y ? x[i] : y;
    return y;
}

/// `x` brought between `low` and `high`.
constexpr int32_t between(int64_t x, int32_t low, int32_t high) {
    return x < low ? low : x > high ? high : int32_t(x);
}
inline words add_saturated(words a, words b) {
    for (int i = 0; i < 4; ++i) a[i] = between(int64_t(a[i]) + b[i], INT32_MIN, INT32_MAX);
    return a;
}
inline halves add_saturated(halves a, int32_t b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(between(a[i] + b, INT16_MIN, INT16_MAX));
    return a;
}

/// The product's high word, rounded down.
inline words high_product(words a, words b) {
    for (int i = 0; i < 4; ++i) a[i] = int32_t((int64_t(a[i]) * b[i]) >> 32);
    return a;
}
/// The high half of the product of numbers without signs.
inline halves unsigned_high_product(halves a, halves b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(uint32_t(uint16_t(a[i])) * uint16_t(b[i]) >> 16);
    return a;
}
/// The doubled product's high word, halves up.
inline words doubled_high_product(words a, words b) {
    for (int i = 0; i < 4; ++i) {
        const int64_t product = int64_t(a[i]) * b[i] + (int64_t(1) << 30);
        a[i] = between(product >> 31, INT32_MIN, INT32_MAX);
    }
    return a;
}
/// x * 2^bits for bits of at most 0, halves up.
inline words shift_rounded(words x, words bits) {
    for (int i = 0; i < 4; ++i)
        if (bits[i] < 0) x[i] = int32_t(((int64_t(x[i]) >> (-bits[i] - 1)) + 1) >> 1);
    return x;
}
/// Functions with one number for all lanes. Sums of halves are modulo 2^16, as registers' are.
inline words multiply(words a, int32_t b) { return a * all_words(b); }
/// Modulo 2^16, as the registers' are.
inline halves multiply(halves a, int32_t b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(a[i] * b);
    return a;
}
inline halves add(halves a, int32_t b) {
    for (int i = 0; i < 8; ++i) a[i] = int16_t(a[i] + b);
    return a;
}
inline halves shift_left(halves x, int32_t bits) { return x << all_halves(bits); }
inline words doubled_high_product(words a, int32_t b) {
    return doubled_high_product(a, all_words(b));
}
inline words shift_rounded(words x, int32_t bits) { return shift_rounded(x, all_words(bits)); }

/// Lanes 0, 2, ..., or 1, 3, ..., as larger numbers.
inline words even_words(halves x) { return words{x[0], x[2], x[4], x[6]}; }
inline words odd_words(halves x) { return words{x[1], x[3], x[5], x[7]}; }
inline halves even_halves(bytes x) {
    return halves{x[0], x[2], x[4], x[6], x[8], x[10], x[12], x[14]};
}
inline halves odd_halves(bytes x) {
    return halves{x[1], x[3], x[5], x[7], x[9], x[11], x[13], x[15]};
}
/// Narrows lanes to smaller numbers, saturated, in the lanes that even_words() and odd_words()
/// take.
inline halves narrow(words even, words odd) {
    halves y{};
    for (int i = 0; i < 4; ++i) {
        y[2 * i] = int16_t(between(even[i], INT16_MIN, INT16_MAX));
        y[2 * i + 1] = int16_t(between(odd[i], INT16_MIN, INT16_MAX));
    }
    return y;
}
inline bytes narrow(halves even, halves odd) {
    bytes y{};
    for (int i = 0; i < 8; ++i) {
        y[2 * i] = int8_t(between(even[i], INT8_MIN, INT8_MAX));
        y[2 * i + 1] = int8_t(between(odd[i], INT8_MIN, INT8_MAX));
    }
    return y;
}
/// x + offset as the lowest byte of each lane, saturated; what lies above it is any.
inline words narrow_words(words x, int32_t offset) {
    for (int i = 0; i < 4; ++i) x[i] = between(int64_t(x[i]) + offset, INT8_MIN, INT8_MAX);
    return x;
}

}  // namespace tigris::kernels::helium_kernels

#endif
