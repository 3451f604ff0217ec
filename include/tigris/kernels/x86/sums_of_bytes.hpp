// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which binary operators the kernel for sums and differences of bytes applies.

#include <tigris/kernels/portable/binary.hpp>
#include <tigris/kernels/x86/window_shape.hpp>

namespace tigris::kernels::avx2 {

/// Whether both operands are as wide as the result, and the kernel applies.
constexpr bool adds(const geometry& g) {
    return is_sum(function_of(g)) && g.quantized && g.in == g.in2 && multiplies(g.in, g.out) &&
           is_byte(g.in) && has_plain_rows(g, 2) && pattern_of(g, 0) == ops::row_pattern::full &&
           pattern_of(g, 1) == ops::row_pattern::full;
}

}  // namespace tigris::kernels::avx2
