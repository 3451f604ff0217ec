// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/paired_weights.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace tigris;

TEST_CASE("three spans of six elements lie as weight_extents draws them") {
    constexpr weight_extents drawn{.outputs = 2, .rows = 3, .span = 6};
    std::string places(std::size_t(2 * drawn.depth()), '-');
    for (int row = 0; row < 3; ++row)
        for (int k = 0; k < 6; ++k) {
            const auto place = kernels::arm_dsp_kernels::place_of(drawn, row, k);
            const auto element = std::size_t(2 * place.word + place.half);
            places[2 * element] = char('a' + row);
            places[2 * element + 1] = char('0' + k);
        }
    CHECK(places == "a0a2a1a3b0b2b1b3a4b4a5b5c0c2c1c3c4--c5--");
}
