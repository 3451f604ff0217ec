// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which binary operators kernels for sums, differences and products of bytes apply.

#include <tigris/kernels/portable/binary.hpp>

namespace tigris::kernels {

/// A quantized sum or difference of two operands of one type of bytes.
constexpr bool adds_codes(const geometry& g) {
    return g.quantized && g.in == g.in2 && is_byte(g.in) && is_byte(g.out) &&
           is_sum(function_of(g));
}

/// The same of signed bytes.
constexpr bool adds_bytes(const geometry& g) {
    return adds_codes(g) && g.in == dtype::i8 && g.out == dtype::i8;
}

/// A quantized product of two operands of signed bytes.
constexpr bool multiplies_bytes(const geometry& g) {
    return g.quantized && g.in == dtype::i8 && g.in2 == dtype::i8 && g.out == dtype::i8 &&
           function_of(g) == ops::binary_function::multiply;
}

/// Whether both operands are as wide as the result.
constexpr bool has_full_rows(const geometry& g) {
    return has_plain_rows(g.broadcast, g.out_pixel_stride, 2) &&
           pattern_of(g.broadcast, 0) == ops::row_pattern::full &&
           pattern_of(g.broadcast, 1) == ops::row_pattern::full;
}

}  // namespace tigris::kernels
