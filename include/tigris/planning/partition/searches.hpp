// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs the planner's searches: budget_search and least_search (attempt.hpp), limit_search
// (scratch_limits.hpp). A search says whether it is over, and `next` gives the search after the
// outcome of what it tries.

namespace tigris::planning {

/// The search when it is over. `outcome_of(search)` makes what the search tries.
template <class Search, class Outcome>
constexpr Search finish_search(Search search, Outcome outcome_of) {
    while (!search.is_over()) search = search.next(outcome_of(search));
    return search;
}

/// The same for compilers. Each search is a constant, so that what it tries can be one.
/// Driver::outcome<Search>() makes that.
template <class Driver, auto Search>
constexpr auto finish_constant_search() {
    if constexpr (Search.is_over())
        return Search;
    else
        return finish_constant_search<Driver, Search.next(Driver::template outcome<Search>())>();
}

}  // namespace tigris::planning
