// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/choice.hpp>

#include <tigris/execution/plans/plan_of.hpp>

#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr target with(int64_t fast, uint64_t slow = 0) {
    return {.fast = uint64_t(fast), .slow = slow, .alignment = 4};
}

template <target Target>
constexpr planning::attempt chosen_for = chosen_attempt<two_layers::model, Target>;

}  // namespace

TEST_CASE("where the cheapest plan fits, it is the first attempt and the last") {
    constexpr auto& search = search_for<two_layers::model, with(1 << 20)>;
    static_assert(search.fits && !search.too_long);
    static_assert(chosen_for<with(1 << 20)> == planning::attempt{});
    CHECK(search.tried == planning::attempt{});
}

TEST_CASE("where memory lacks, a limit is tried, and what fits has no more than the budget") {
    constexpr int64_t least = smallest_fast_bytes<two_layers::model, with(0)>;
    constexpr auto made = try_attempt<two_layers::model, with(least), chosen_for<with(least)>>();
    static_assert(made.found && made.fits_fast && made.fits_slow);
    static_assert(made.fast_bytes <= least);
    CHECK(chosen_for<with(least)> != planning::attempt{});
}

TEST_CASE("where nothing fits, the search gives up, and says that it was not too long") {
    constexpr auto& search = search_for<two_layers::model, with(8)>;
    static_assert(!search.fits && !search.too_long);
    CHECK(chosen_for<with(8)>.given_up);
}

TEST_CASE("an attempt that carries more than fits gets no layout") {
    constexpr auto made = try_attempt<two_layers::model, with(8), planning::attempt{}>();
    static_assert(made.found && !made.fits_fast);
    CHECK(made.fast_bytes == 0);
}

TEST_CASE("slow memory is used only where fast memory alone does not do") {
    CHECK_FALSE(chosen_for<with(1 << 20, 1 << 20)>.may_spill);
    CHECK(chosen_for<with(8, 1 << 20)>.may_spill == !chosen_for<with(8, 1 << 20)>.given_up);
}
