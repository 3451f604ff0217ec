// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/power_of_two.hpp>

#include <doctest/doctest.h>

TEST_CASE("alignments are powers of two") {
    int found = 0;
    for (uint32_t n = 0; n <= 4096; ++n) found += tigris::is_power_of_two(n);
    CHECK(found == 13);  // 1, 2, 4, ... 4096
    static_assert(!tigris::is_power_of_two(0));
    static_assert(!tigris::is_power_of_two(96));
    static_assert(tigris::is_power_of_two(uint32_t(1) << 31));
}
