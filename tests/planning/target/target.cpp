// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/target/target.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("I/O modes are one for all, or one each, the last for what follows") {
    constexpr io_modes all = io::rows;
    static_assert(all[0] == io::rows && all[20] == io::rows);
    constexpr io_modes each{io::caller, io::arena, io::slow};
    static_assert(each[0] == io::caller && each[1] == io::arena && each[2] == io::slow);
    static_assert(each[3] == io::slow && each[9] == io::slow);
    static_assert(all == io_modes{io::rows, io::rows} && !(all == each));
    CHECK(true);
}

TEST_CASE("sizes are written in powers of 1024") {
    static_assert(64_KiB == 65536 && 2_MiB == 2097152);
    CHECK(true);
}

TEST_CASE("a target fits everything unless it says otherwise, but has no slow memory") {
    constexpr target t{};
    static_assert(t.fast == unlimited && t.slow == 0 && t.flash == unlimited);
    static_assert(t == target{} && !(t == target{.fast = 100}));
    CHECK(is_power_of_two(t.alignment));
}
