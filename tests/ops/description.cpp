// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/description.hpp>

#include <doctest/doctest.h>

using namespace tigris::ops;

TEST_CASE("rows begin a stride apart, before the first row where there is padding") {
    constexpr row_reach r{.kernel = 3, .stride = 2, .pad = 1};
    static_assert(first_row_of(r, 0) == -1 && first_row_of(r, 1) == 1 && first_row_of(r, 5) == 9);
    CHECK_FALSE(reads_row_by_row(r));
}

TEST_CASE("of resized rows, places are divided toward minus infinity") {
    constexpr row_reach twice{.kernel = 2, .pad = 1, .divisor = 2};
    static_assert(first_row_of(twice, 0) == -1);
    static_assert(first_row_of(twice, 1) == 0 && first_row_of(twice, 2) == 0);
    static_assert(first_row_of(twice, 3) == 1);
    CHECK_FALSE(reads_row_by_row(twice));
}

TEST_CASE("row by row is neither window, stride, padding nor resize") {
    static_assert(reads_row_by_row({}));
    static_assert(reads_row_by_row({.dilation = 3}));  // of one row
    static_assert(!reads_row_by_row({.kernel = 2}) && !reads_row_by_row({.stride = 2}));
    static_assert(!reads_row_by_row({.pad = 1}) && !reads_row_by_row({.pad_end = 1}));
    static_assert(!reads_row_by_row({.divisor = 2}));
    CHECK(true);
}
