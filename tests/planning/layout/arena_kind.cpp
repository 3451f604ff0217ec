// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/arena_kind.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr memory_map board{{{.name = "FLASH", .bytes = 1000, .is_writable = false},
                            {.name = "SRAM", .bytes = 100, .read_cost = 50},
                            {.name = "TCM", .bytes = 100}}};
constexpr target plain{.slow = 100}, named{.memories = &board};

}  // namespace

TEST_CASE("arenas of a kind lie behind each other, and no two have one number") {
    TIGRIS_HOLDS(number_of_arena(plain, arena_kind::scratch, 1) == 1);
    TIGRIS_HOLDS(number_of_arena(plain, arena_kind::persistent, 0) == 2);
    TIGRIS_HOLDS(number_of_arena(plain, arena_kind::constant, 1) == 5);
    TIGRIS_HOLDS(number_of_arena(named, arena_kind::persistent, 2) == 5);
}

TEST_CASE("the first fast region is the cheapest memory") {
    TIGRIS_HOLDS(first_fast_region(plain) == fast_space);
    TIGRIS_HOLDS(first_fast_region(named) == 2);
}

TEST_CASE("as many arenas are counted as the model may have") {
    TIGRIS_HOLDS(count_arenas(plain, -1, false) == 2);
    TIGRIS_HOLDS(count_arenas(plain, 0, false) == 3);
    TIGRIS_HOLDS(count_arenas(plain, 1, false) == 4);
    TIGRIS_HOLDS(count_arenas(plain, -1, true) == 6);
    TIGRIS_HOLDS(count_arenas(named, 2, false) == 6);
}
