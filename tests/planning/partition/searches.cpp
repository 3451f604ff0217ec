// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/searches.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris::planning;

namespace {

/// Looks for the least number that is large enough.
struct bisection {
    int too_small = 0;
    int enough = 100;

    constexpr bool is_over() const { return enough - too_small <= 1; }
    constexpr int middle() const { return (too_small + enough) / 2; }
    constexpr bisection next(bool is_enough) const {
        return is_enough ? bisection{too_small, middle()} : bisection{middle(), enough};
    }
};

struct at_least_42 {
    template <bisection Search>
    static constexpr bool outcome() {
        return Search.middle() >= 42;
    }
};

}  // namespace

TEST_CASE("a search tries until it is over, and each try decides the next") {
    int tries = 0;
    const bisection found = finish_search(bisection{}, [&](const bisection& s) {
        ++tries;
        return s.middle() >= 42;
    });
    CHECK(found.enough == 42);
    CHECK(tries == 7);
}

TEST_CASE("a search of constants finds the same") {
    TIGRIS_HOLDS(finish_constant_search<at_least_42, bisection{}>().enough == 42);
    TIGRIS_HOLDS(finish_constant_search<at_least_42, bisection{7, 8}>().enough == 8);
    CHECK(finish_search(bisection{7, 8}, [](const bisection&) { return false; }).enough == 8);
}
