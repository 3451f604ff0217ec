// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/constant_place.hpp>

#include <tigris/support/sized_array.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("the prefix ends behind the last group, at a multiple of all alignments") {
    using groups = sized_array<packed_constants, 2>;
    TIGRIS_HOLDS(prefix_of(sized_array<packed_constants, 0>{}) == 0);
    TIGRIS_HOLDS(prefix_of(groups{{{.bytes = 64}, {.bytes = 20}}}) == 64);
    TIGRIS_HOLDS(prefix_of(groups{{{.bytes = 65}, {.bytes = 20}}}) == 128);
    TIGRIS_HOLDS(prefix_of(groups{{{.bytes = 64}, {.bytes = 20, .offset = 112}}}) == 192);
    CHECK(prefix_alignment % constant_alignment == 0);
}
