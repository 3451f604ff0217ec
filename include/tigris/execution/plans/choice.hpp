// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which attempt or hint is taken for a target.

#include <tigris/execution/plans/hint_check.hpp>
#include <tigris/execution/plans/planned_attempt.hpp>
#include <tigris/planning/partition/searches.hpp>

namespace tigris::execution {

/// What becomes of an attempt for a target. Its schedule and its layout do not depend on budgets.
template <auto Model, target Target, planning::attempt Attempt>
constexpr planning::tried_attempt try_attempt() {
    constexpr target key = without_budgets(Target), given = resolved<Model, Target>;
    if constexpr (!is_within_limit<Model, key, Attempt>()) {
        return {.too_long = true};
    } else {
        constexpr auto& made = schedule_for<Model, key, Attempt>.result;
        planning::tried_attempt tried{.found = made.found, .least_limit = made.least_limit};
        using steps = plan_constants<Model, key, Attempt, planning::signed_bytes(given.fast)>;
        constexpr hint_fault fault = planning::make_plan(steps::made);
        if constexpr (fault == hint_fault::none) {
            constexpr auto& placed = layout_for<Model, key, Attempt>;
            tried.fast_bytes = placed.fast_bytes;
            tried.fits_fast = uint64_t(placed.fast_bytes) <= given.fast;
            tried.fits_slow = uint64_t(placed.slow_bytes) <= given.slow;
        }
        return tried;
    }
}

/// The driver of the search for a target's plan.
template <auto Model, target Target>
struct tried_for_budget {
    template <planning::budget_search Search>
    static constexpr planning::tried_attempt outcome() {
        return try_attempt<Model, Target, Search.tried>();
    }
};

template <auto Model, target Target>
inline constexpr planning::budget_search search_for = planning::finish_constant_search<
    tried_for_budget<Model, Target>,
    planning::first_search(carried_by_cheapest<Model, without_budgets(Target)>,
                           planning::means_of(resolved<Model, Target>))>();

/// The first attempt that fits. Where none does, one that has given up. After the error that a
/// search is too long: one without a budget.
template <auto Model, target Target>
constexpr planning::attempt find_attempt() {
    constexpr auto& search = search_for<Model, Target>;
    if constexpr (search.too_long) {
        complete(static_cast<search_limit<type_of<Model>>*>(nullptr));
        return {};
    } else {
        return search.tried;
    }
}
template <auto Model, target Target>
inline constexpr auto chosen_attempt = find_attempt<Model, Target>();

/// A hint that is sound wins. Without a hint the planner decides, and also after the error of a
/// hint that is not sound.
template <auto Model, target Target>
constexpr auto choose_hint_or_attempt() {
    constexpr hinted hint = find_matching_hint<Model, Target>();
    complete(static_cast<hint_check<Model, Target>*>(nullptr));
    if constexpr (hint.set == hinted::none)
        return chosen_attempt<Model, Target>;
    else if constexpr (fault_for<Model, Target, hint> == hint_fault::none)
        return hint;
    else
        return chosen_attempt<Model, Target>;
}

template <auto Model, target Target>
inline constexpr auto first_choice = choose_hint_or_attempt<Model, Target>();

}  // namespace tigris::execution
