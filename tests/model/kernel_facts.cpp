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
}
