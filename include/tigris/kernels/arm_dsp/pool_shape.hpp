// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which pools the kernel for maxima of bytes applies.

#include <tigris/kernels/portable/pool.hpp>

namespace tigris::kernels::dsp {

constexpr bool finds_largest(const geometry& g) {
    return is_max(g) && g.in == dtype::i8 && g.out == dtype::i8;
}
constexpr bool fills_words(int32_t channels) { return channels >= 4; }

}  // namespace tigris::kernels::dsp
