// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which pools the kernels for four channels at once apply.

#include <stdint.h>
#include <tigris/kernels/portable/pool.hpp>

namespace tigris::kernels::dsp {

constexpr bool fills_words(int32_t channels) { return channels >= 4; }

/// Averages of signed bytes, over so few taps that codes add up to less than 2^15.
constexpr bool averages_bytes(const geometry& g) {
    return !is_max(g) && g.in == dtype::i8 && g.out == dtype::i8 && g.quantized &&
           g.kernel_h * g.kernel_w <= 255;
}

}  // namespace tigris::kernels::dsp
