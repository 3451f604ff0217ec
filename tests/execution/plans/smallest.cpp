// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/smallest.hpp>

#include <tigris/execution/plans/plan_of.hpp>

#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

constexpr target with(int64_t fast) { return {.fast = uint64_t(fast), .alignment = 4}; }

}  // namespace

TEST_CASE("with the smallest fast memory a model fits, with a byte less it does not") {
    constexpr int64_t least = smallest_fast_bytes<two_layers::model, with(0)>;
    static_assert(fits<two_layers::model, with(least)>);
    static_assert(!fits<two_layers::model, with(least - 1)>);
    static_assert(plan_of<two_layers::model, with(least)>.fast_peak_bytes == least);
    // A row of each tensor between the layers: 30 bytes, to a multiple of 4.
    CHECK(least <= 2 * 32);
}

TEST_CASE("the smallest fast memory does not depend on the budget") {
    CHECK(smallest_fast_bytes<two_layers::model, with(1000)> ==
          smallest_fast_bytes<two_layers::model, with(0)>);
}
