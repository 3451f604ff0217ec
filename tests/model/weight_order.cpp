// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/weight_order.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

constexpr shape conv{4, {5, 3, 3, 7}}, depthwise{3, {3, 3, 8}}, dense{2, {10, 30}};

constexpr bool has(const weight_extents& e, int32_t outputs, int32_t rows, int32_t span) {
    return e.outputs == outputs && e.rows == rows && e.span == span;
}

}  // namespace

TEST_CASE("weights are spans for each output") {
    TIGRIS_HOLDS(has(weight_extents_of(conv), 5, 3, 21));
    TIGRIS_HOLDS(has(weight_extents_of(depthwise), 8, 9, 1));
    TIGRIS_HOLDS(has(weight_extents_of(dense), 10, 1, 30));
}

TEST_CASE("a span alone is filled up to fours, rests of several spans lie side by side") {
    constexpr weight_extents alone{.outputs = 3, .rows = 1, .span = 30};
    static_assert(alone.padded_outputs() == 4 && alone.rest() == 0 && alone.depth() == 32);
    // Three spans of 21: 20 in fours and a rest of 1 each, two rests beside each other.
    constexpr weight_extents three = weight_extents_of(conv);
    static_assert(three.padded_outputs() == 6 && three.rest() == 1 && three.in_fours() == 20);
    static_assert(three.depth() == (3 * 20 + 4 * 1 + 3) / 4 * 4);
    // Of five rests the last one is alone: 100 in fours, three times two rests of 3.
    static_assert(weight_extents{.rows = 5, .span = 23}.depth() == 120);
    CHECK(true);
}

TEST_CASE("each order says how many elements lie in flash") {
    TIGRIS_HOLDS(stored_elements(weight_order::canonical, conv) == 5 * 3 * 3 * 7);
    TIGRIS_HOLDS(stored_elements(weight_order::arm_dsp_pairs, conv) == 6 * 64);
    TIGRIS_HOLDS(stored_elements(weight_order::helium_fours, conv) == 2 * 4 * 64);
    TIGRIS_HOLDS(stored_elements(weight_order::blocked_fours, conv) == 8 * 63);
    TIGRIS_HOLDS(stored_elements(weight_order::simd_sixteens, dense) == 16 * 30);
    TIGRIS_HOLDS(stored_elements(weight_order::float_fours, conv) == 8 * 63);
    TIGRIS_HOLDS(stored_elements(weight_order::helium_sixteens, depthwise) == 72);
}
