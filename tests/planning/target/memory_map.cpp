// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/target/memory_map.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

constexpr memory_map two{{{.name = "TCM", .bytes = 64, .read_cost = 10, .write_cost = 20},
                          {.name = "FLASH", .bytes = 512, .is_writable = false}}};

}  // namespace

TEST_CASE("memories have names, and are found by them") {
    TIGRIS_HOLDS(two.size() == 2 && memory_map{}.size() == 0);
    TIGRIS_HOLDS(find_region(two, "TCM") == 0 && find_region(two, "FLASH") == 1);
    TIGRIS_HOLDS(find_region(two, "SRAM") == -1 && find_region(two, "") == -1);
}

TEST_CASE("activations lie where bytes can be written and addressed") {
    TIGRIS_HOLDS(two[0].holds_activations() && two[0].cost() == 30);
    TIGRIS_HOLDS(!two[1].holds_activations());
    TIGRIS_HOLDS(!memory_region{.bytes = 0}.holds_activations());
    TIGRIS_HOLDS(!memory_region{.bytes = 8, .is_addressable = false}.holds_activations());
}

TEST_CASE("a map is sound if names differ and alignments are powers of two") {
    TIGRIS_HOLDS(is_sound(two) && is_sound(memory_map{}));
    memory_map map = two;
    map.regions[1].name = "TCM";
    CHECK_FALSE(is_sound(map));
    map = two;
    map.regions[0].alignment = 12;
    CHECK_FALSE(is_sound(map));
    map.regions[0].alignment = 0;
    CHECK_FALSE(is_sound(map));
}

TEST_CASE("maps are equal in all that a plan depends on") {
    memory_map map = two;
    const char own[]{'T', 'C', 'M', 0};
    map.regions[0].name = own;
    CHECK(map == two);
    map.regions[0].write_cost = 21;
    CHECK_FALSE(map == two);
    map = two;
    map.regions[1].section = ".rodata";
    CHECK_FALSE(map == two);
}
