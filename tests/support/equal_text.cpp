// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/equal_text.hpp>

#include <doctest/doctest.h>

using tigris::equal_text;

TEST_CASE("texts are equal that have the same characters up to their end") {
    static_assert(equal_text("", ""));
    static_assert(equal_text("sum", "sum"));
    static_assert(!equal_text("sum", "sun"));
    static_assert(!equal_text("sum", "sums"));
    static_assert(!equal_text("sums", "sum"));
    static_assert(!equal_text("", "s"));
    const char own[]{'s', 'u', 'm', 0, 'x'};
    CHECK(equal_text(own, "sum"));
}
