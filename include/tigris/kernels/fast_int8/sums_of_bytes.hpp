// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which binary operators kernels for sums, differences and products of bytes apply.

#include <tigris/kernels/portable/binary.hpp>

namespace tigris::kernels {

/// A quantized sum or difference of two operands of one type of bytes.
constexpr bool adds_codes(const binary_key& key) {
    return key.quantized && key.in_a == key.in_b && is_byte(key.in_a) && is_byte(key.out) &&
           is_sum(key.function);
}

/// A quantized sum of two operands of signed bytes, with a result of signed bytes.
constexpr bool adds_bytes(const binary_key& key) {
    return adds_codes(key) && key.in_a == dtype::i8 && key.out == dtype::i8;
}

/// A quantized product of two operands of signed bytes.
constexpr bool multiplies_bytes(const binary_key& key) {
    return key.quantized && key.in_a == dtype::i8 && key.in_b == dtype::i8 &&
           key.out == dtype::i8 && key.function == ops::binary_function::multiply;
}

/// Whether both operands are as wide as the result.
constexpr bool has_full_rows(const binary_key& key) {
    return has_plain_rows(key.broadcast, key.out_pixel_stride, 2) &&
           pattern_of(key.broadcast, 0) == ops::row_pattern::full &&
           pattern_of(key.broadcast, 1) == ops::row_pattern::full;
}

}  // namespace tigris::kernels
