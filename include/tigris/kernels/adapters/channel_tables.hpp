// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Scales and biases of output channels as libraries of kernels read them: one of each a channel, 32
// bits each, and such that no sum leaves 32 bits.

#include <tigris/kernels/arithmetic/epilogue.hpp>

namespace tigris::kernels {

/// Layers that the tables are for: of signed bytes.
template <class Key>
constexpr bool takes_bytes(const Key& key) {
    return key.in == dtype::i8 && key.out == dtype::i8;
}

struct channel_tables {
    int32_t* bias = nullptr;
    int32_t* multipliers = nullptr;
    int32_t* shifts = nullptr;
};

/// Biases and shifts, and multipliers where the layer has one for all.
constexpr int32_t channel_table_bytes(int32_t outputs, bool per_channel) {
    return outputs * (per_channel ? 8 : 12);
}

/// A bias, and what its sums are rescaled by.
struct channel_constants {
    int32_t bias;
    int32_t multiplier;
    int32_t shift;
};

/// Whether sums within `largest` of the bias are rescaled without leaving 32 bits, by any order of
/// adding and rounding: some add half of 2^-shift to a sum's product with the multiplier. Biases of
/// 2^30 occur.
constexpr bool stay_small(const channel_constants& c, int64_t largest) {
    const int64_t magnitude = (c.bias < 0 ? -int64_t(c.bias) : int64_t(c.bias)) + largest;
    const int left = c.shift > 0 ? c.shift : 0;
    return c.shift >= -30 && left < 31 && magnitude << left <= int64_t(5) << 28;
}

/// Dead channels have large biases and vanishing multipliers: a bias and a shift that give the same
/// code for every sum within `largest` of the bias, if there is but one. Fails otherwise.
template <finish_key Key>
[[gnu::noinline]] constexpr bool set_constant_code(channel_constants& c, const epilogue<int8_t>& e,
                                                   int32_t channel, int64_t largest) {
    constexpr int32_t large = 1 << 29;  // times a multiplier, at least 1/2, far beyond all codes
    if (largest > large / 2) return false;
    const auto code = [&](int64_t sum) { return finish<Key, int8_t>(e, channel, int32_t(sum)); };
    const int32_t made = code(-largest);
    if (made != code(largest)) return false;
    const bool is_zero = made == encode<int8_t>(0, e.codes);
    c.bias = is_zero ? 0 : made == e.codes.high ? large : -large;
    c.shift = is_zero ? -30 : -8;
    return is_zero || made == e.codes.high || made == e.codes.low;
}

/// Writes the tables of a layer whose sums are of `products` products to `words`. Fails where a
/// library would compute something else.
template <finish_key Key>
[[gnu::noinline]] constexpr bool make_channel_tables(channel_tables& tables, int32_t* words,
                                                     const epilogue<int8_t>& e, int32_t outputs,
                                                     int32_t products) {
    const int64_t largest = int64_t(products) * 128 * 128;
    tables = {words, words + 2 * outputs, words + outputs};
    if (Key.per_channel) tables.multipliers = const_cast<int32_t*>(e.multipliers);
    for (int32_t o = 0; o < outputs; ++o) {
        const int32_t place = Key.per_channel ? o : 0;
        channel_constants c{e.bias ? e.bias[o] : 0, e.multipliers[place], e.shifts[place]};
        if (!stay_small(c, largest) && !set_constant_code<Key>(c, e, o, largest)) return false;
        tables.bias[o] = c.bias;
        tables.shifts[o] = c.shift;
        if (!Key.per_channel) tables.multipliers[o] = c.multiplier;
    }
    return true;
}

/// Tables of a layer of 16-bit codes, whose biases have 64 bits.
struct wide_channel_tables {
    int64_t* bias = nullptr;
    int32_t* multipliers = nullptr;
    int32_t* shifts = nullptr;
};

constexpr int32_t wide_channel_table_bytes(int32_t outputs, bool per_channel) {
    return outputs * (per_channel ? 12 : 16);
}

/// Writes the tables of a layer of 16-bit codes to `words`, which begin at a double word. Fails
/// where sums of products do not fit into 32 bits, or results not into 31: with their biases sums
/// are less than 2^32.
template <finish_key Key>
[[gnu::noinline]] inline bool make_channel_tables(wide_channel_tables& tables, int32_t* words,
                                                  const epilogue<int16_t>& e, int32_t outputs,
                                                  int32_t products) {
    constexpr int8_t highest_shift = -3;
    if (products > narrow_products) return false;
    tables = {reinterpret_cast<int64_t*>(words), words + 3 * outputs, words + 2 * outputs};
    if (Key.per_channel) tables.multipliers = const_cast<int32_t*>(e.multipliers);
    for (int32_t o = 0; o < outputs; ++o) {
        const int32_t place = Key.per_channel ? o : 0;
        const int8_t shift = e.multipliers[place] ? e.shifts[place] : highest_shift;
        if (shift > highest_shift) return false;
        tables.bias[o] = e.bias ? e.bias[o] : 0;
        tables.shifts[o] = shift;
        if (!Key.per_channel) tables.multipliers[o] = e.multipliers[0];
    }
    return true;
}

template <class T>
struct tables_of_channels {
    using type = channel_tables;
};
template <>
struct tables_of_channels<int16_t> {
    using type = wide_channel_tables;
};

}  // namespace tigris::kernels
