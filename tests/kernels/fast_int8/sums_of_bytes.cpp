// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using ops::binary_function;

namespace {

constexpr binary_key key(binary_function f, dtype a = dtype::i8, dtype b = dtype::i8,
                         dtype out = dtype::i8, bool quantized = true) {
    return {.function = f, .in_a = a, .in_b = b, .out = out, .quantized = quantized};
}
constexpr uint16_t patterns(ops::row_pattern a, ops::row_pattern b) {
    return uint16_t(int(a) | int(b) << 3);
}
constexpr binary_key with(uint16_t broadcast, int32_t out_pixel_stride = 0) {
    return {.broadcast = broadcast, .out_pixel_stride = out_pixel_stride};
}
constexpr auto full = ops::row_pattern::full, single = ops::row_pattern::single;

}  // namespace

TEST_CASE("sums and differences of codes have operands of one type of bytes") {
    CHECK(adds_codes(key(binary_function::add)));
    CHECK(adds_codes(key(binary_function::subtract, dtype::u8, dtype::u8, dtype::i8)));
    CHECK_FALSE(adds_codes(key(binary_function::multiply)));
    CHECK_FALSE(adds_codes(key(binary_function::add, dtype::i8, dtype::u8)));
    CHECK_FALSE(adds_codes(key(binary_function::add, dtype::i16, dtype::i16)));
    CHECK_FALSE(adds_codes(key(binary_function::add, dtype::i8, dtype::i8, dtype::i16)));
    CHECK_FALSE(adds_codes(key(binary_function::add, dtype::i8, dtype::i8, dtype::i8, false)));
}

TEST_CASE("sums of bytes are signed") {
    CHECK(adds_bytes(key(binary_function::add)));
    CHECK_FALSE(adds_bytes(key(binary_function::add, dtype::u8, dtype::u8, dtype::u8)));
    CHECK_FALSE(adds_bytes(key(binary_function::add, dtype::i8, dtype::i8, dtype::u8)));
}

TEST_CASE("products of bytes are signed, and products of codes") {
    CHECK(multiplies_bytes(key(binary_function::multiply)));
    CHECK_FALSE(multiplies_bytes(key(binary_function::add)));
    CHECK_FALSE(multiplies_bytes(key(binary_function::multiply, dtype::u8)));
    CHECK_FALSE(multiplies_bytes(key(binary_function::multiply, dtype::i8, dtype::u8)));
    CHECK_FALSE(multiplies_bytes(key(binary_function::multiply, dtype::i8, dtype::i8, dtype::u8)));
    CHECK_FALSE(
        multiplies_bytes(key(binary_function::multiply, dtype::i8, dtype::i8, dtype::i8, false)));
}

TEST_CASE("rows are full if no operand repeats in them, and pixels are dense") {
    CHECK(has_full_rows(with(patterns(full, full))));
    CHECK(has_full_rows(with(patterns(full, full) | 4)));  // operand 0 is one row for all
    CHECK_FALSE(has_full_rows(with(patterns(single, full))));
    CHECK_FALSE(has_full_rows(with(patterns(full, single))));
    CHECK_FALSE(has_full_rows(with(patterns(full, ops::row_pattern::channels))));
    CHECK_FALSE(has_full_rows(with(patterns(full, full), 5)));
}
