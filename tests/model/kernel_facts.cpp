// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/kernel_facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("scratch grows with the rows of a call, beyond 32 bits") {
    constexpr kernel_facts k{.scratch_bytes = 100, .scratch_row_bytes = 1 << 20};
    static_assert(scratch_of(k, 0) == 100);
    static_assert(scratch_of(k, 3) == 100 + 3 * (1 << 20));
    static_assert(scratch_of(k, 10000) == 100 + (int64_t(10000) << 20));
    CHECK(scratch_of({}, 1000) == 0);
    constexpr kernel_facts few{
        .scratch_bytes = 100, .scratch_row_bytes = 30, .scratch_rows_most = 70};
    static_assert(scratch_of(few, 2) == 160);
    static_assert(scratch_of(few, 3) == 170);
    static_assert(scratch_of(few, 1000) == 170);
    CHECK(rows_in_scratch(few, 159, 8) == 1);
    CHECK(rows_in_scratch(few, 160, 8) == 2);
    CHECK(rows_in_scratch(few, 169, 8) == 2);
    CHECK(rows_in_scratch(few, 170, 8) == 8);
    CHECK(rows_in_scratch({}, 0, 8) == 8);
}
