// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/maxima_of_bytes.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

TEST_CASE("maxima of bytes are maxima of signed bytes that stay such") {
    constexpr pool_key largest{
        .function = ops::pool_function::max, .in = dtype::i8, .out = dtype::i8};
    CHECK(finds_largest(largest));
    pool_key average = largest, wide = largest, numbers = largest;
    average.function = ops::pool_function::average;
    wide.in = dtype::u8, numbers.out = dtype::f32;
    CHECK_FALSE((finds_largest(average) || finds_largest(wide) || finds_largest(numbers)));
}
