// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which attempt or hint is taken for a target.

#include <tigris/execution/planned_attempt.hpp>

namespace tigris::execution {

/// Whether a layout fits in each of the target's memories.
struct fit {
    bool fast = false;
    bool slow = false;
};

/// Where no layout of an attempt fits in fast memory, that is mostly known before one is made.
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

/// The first attempt that fits, or, where none does, one that has given up. Behind the error that a
/// search is too long, no budget is asked.
template <auto Model, target Target, planning::attempt Attempt>
constexpr planning::attempt choose() {
    if constexpr (Attempt.given_up) {
        return Attempt;
    } else {
        constexpr bool found = schedule_for<Model, without_budgets(Target), Attempt>.result.found;
        constexpr fit fits = find_fit<Model, Target, Attempt>();
        if constexpr (fits.fast && fits.slow)
            return Attempt;
        else if constexpr (!is_within_limit<Model, without_budgets(Target), Attempt>())
            return planning::attempt{};
        else
            return choose<Model, Target,
                          planning::next(Attempt, found, fits.fast,
                                         planning::means_of(resolved<Model, Target>))>();
    }
}

template <auto Model, target Target>
inline constexpr auto chosen_attempt = choose<Model, Target, first_attempt<Model, Target>()>();

template <auto Model, backend Backend, uint64_t Scratch = unlimited>
inline constexpr uint64_t graph_hash_for =
    planning::graph_hash(network_for<Model, Backend, Scratch>);

template <auto Model, target Target, hinted Hint>
inline constexpr target target_of_hint = planning::with_scratch(Target,
                                                                hint_for<Model, Hint>.scratch);

/// What is wrong with a hint for a target, asked in the order in which it is used.
template <auto Model, target Target, hinted Hint>
constexpr hint_fault find_fault() {
    constexpr target key = without_budgets(target_of_hint<Model, Target, Hint>);
    if constexpr (hint_for<Model, Hint>.graph != graph_hash_for<Model, key.backend, key.scratch>) {
        return hint_fault::stale;
    } else {
        using steps = plan_constants<Model, key, Hint>;
        constexpr hint_fault fault = planning::make_plan(steps::made);
        if constexpr (fault == hint_fault::none) {
            constexpr auto& placed = layout_for<Model, key, Hint>;
            constexpr target given = resolved<Model, Target>;
            if (uint64_t(placed.fast_bytes) > given.fast) return hint_fault::fast_memory;
            if (uint64_t(placed.slow_bytes) > given.slow) return hint_fault::slow_memory;
        }
        return fault;
    }
}
template <auto Model, target Target, hinted Hint>
inline constexpr hint_fault fault_for = find_fault<Model, Target, Hint>();

/// The override, or the first of the model's hints that is for the target.
template <auto Model, target Target>
constexpr hinted find_matching_hint() {
    if constexpr (plan_override<Model, Target>.exists()) {
        return {hinted::is_override, Target};
    } else {
        if constexpr (hint_sets<Model>() > 0)
            for (int set = 0; set < Model.hints.size(); ++set)
                if (planning::same_key(Model.hints[set].target, resolved<Model, Target>) &&
                    planning::may_limit_scratch(Target, Model.hints[set].scratch))
                    return {set, {}};
        return {};
    }
}

/// Names a hint in an error.
template <int Set>
constexpr auto name_of_hint() {
    if constexpr (Set == hinted::is_override)
        return type_list<the_plan_override>{};
    else
        return type_list<hint_set<Set>>{};
}

struct no_hint {};

/// The check of the hint for a target, if there is one.
template <auto Model, target Target>
constexpr auto find_hint_check() {
    constexpr hinted hint = find_matching_hint<Model, Target>();
    if constexpr (hint.set == hinted::none) {
        return type_list<no_hint>{};
    } else {
        using name = typename decltype(name_of_hint<hint.set>())::template at<0>;
        return type_list<
            planning::sound_hint<type_of<Model>, name, hint_is<fault_for<Model, Target, hint>>>>{};
    }
}
template <auto Model, target Target>
using hint_check = typename decltype(find_hint_check<Model, Target>())::template at<0>;

/// A hint that is sound wins; behind the error that another causes, and without one, the planner
/// decides.
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
