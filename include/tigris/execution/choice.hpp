// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which attempt or hint is taken for a target.

#include <tigris/execution/hint_check.hpp>
#include <tigris/execution/planned_attempt.hpp>

namespace tigris::execution {

/// Whether a layout fits in each of the target's memories.
struct fit {
    bool fast = false;
    bool slow = false;
};

/// Whether the layout of an attempt fits. If none fits in fast memory, that is mostly known before
/// a layout is made.
template <auto Model, target Target, planning::attempt Attempt>
constexpr fit find_fit() {
    constexpr auto& made = schedule_for<Model, without_budgets(Target), Attempt>.result;
    constexpr target given = resolved<Model, Target>;
    if constexpr (!made.found || uint64_t(made.carried) > given.fast) {
        return {};
    } else {
        constexpr auto& placed = layout_for<Model, without_budgets(Target), Attempt>;
        return {uint64_t(placed.fast_bytes) <= given.fast,
                uint64_t(placed.slow_bytes) <= given.slow};
    }
}

template <auto Model, target Target>
constexpr planning::attempt first_attempt() {
    return planning::first_attempt(carried_by_cheapest<Model, without_budgets(Target)>,
                                   planning::means_of(resolved<Model, Target>));
}

/// What to try after an attempt that fits so far.
template <auto Model, target Target, planning::attempt Attempt>
constexpr planning::attempt attempt_after(fit fits) {
    constexpr auto& made = schedule_for<Model, without_budgets(Target), Attempt>.result;
    return planning::next(Attempt, {made.found, made.least_limit, fits.fast},
                          planning::means_of(resolved<Model, Target>));
}

/// The first attempt that fits, or, where none does, one that has given up. Behind the error that a
/// search is too long, no budget is asked.
template <auto Model, target Target, planning::attempt Attempt>
constexpr planning::attempt choose() {
    if constexpr (Attempt.given_up) {
        return Attempt;
    } else {
        constexpr fit fits = find_fit<Model, Target, Attempt>();
        if constexpr (fits.fast && fits.slow)
            return Attempt;
        else if constexpr (!is_within_limit<Model, without_budgets(Target), Attempt>())
            return planning::attempt{};
        else
            return choose<Model, Target, attempt_after<Model, Target, Attempt>(fits)>();
    }
}

/// Whether the compiler's limit is enough for all that are tried.
template <auto Model, target Target, planning::attempt Attempt>
constexpr bool is_choice_within_limit() {
    if constexpr (Attempt.given_up) {
        return true;
    } else if constexpr (!is_within_limit<Model, without_budgets(Target), Attempt>()) {
        return false;
    } else {
        constexpr fit fits = find_fit<Model, Target, Attempt>();
        if constexpr (fits.fast && fits.slow)
            return true;
        else
            return is_choice_within_limit<Model, Target,
                                          attempt_after<Model, Target, Attempt>(fits)>();
    }
}

template <auto Model, target Target>
inline constexpr auto chosen_attempt = choose<Model, Target, first_attempt<Model, Target>()>();

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
