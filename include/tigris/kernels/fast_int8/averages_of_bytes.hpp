// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which pools kernels for averages of signed bytes apply, and what sums of 16 bits hold.

#include <tigris/kernels/fast_int8/pool_taps.hpp>

namespace tigris::kernels {

/// The most codes whose sum is less than 2^15.
inline constexpr int32_t codes_in_halves = 255;

/// The most taps whose average 16 bits can hold: codes from 0 up, and half as many units more, add
/// up to less than 2^15.
inline constexpr int32_t most_averaged_taps = 127;

constexpr bool averages_bytes(const pool_key& key, int32_t most_taps = most_averaged_taps) {
    return !is_max(key.function) && key.in == dtype::i8 && key.out == dtype::i8 &&
           key.window.taps() <= most_taps;
}

}  // namespace tigris::kernels
