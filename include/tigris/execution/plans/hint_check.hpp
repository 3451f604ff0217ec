// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks the hint for a target in the order in which it is used, and makes its fault one compile
// error.

#include <tigris/execution/plans/planned_attempt.hpp>
#include <tigris/planning/hints/graph_hash.hpp>
#include <tigris/support/check.hpp>

namespace tigris::execution {

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
        return as_check<the_plan_override>();
    else
        return as_check<hint_set<Set>>();
}

struct no_hint {};

/// The check of the hint for a target, if there is one.
template <auto Model, target Target>
constexpr auto find_hint_check() {
    constexpr hinted hint = find_matching_hint<Model, Target>();
    if constexpr (hint.set == hinted::none) {
        return as_check<no_hint>();
    } else {
        using name = typename pointed_check<decltype(name_of_hint<hint.set>())>::type;
        return as_check<
            planning::sound_hint<type_of<Model>, name, hint_is<fault_for<Model, Target, hint>>>>();
    }
}
template <auto Model, target Target>
using hint_check = typename pointed_check<decltype(find_hint_check<Model, Target>())>::type;

}  // namespace tigris::execution
