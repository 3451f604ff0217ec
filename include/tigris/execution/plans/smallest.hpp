// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The smallest fast memory with which a model fits.

#include <tigris/execution/plans/substitutes.hpp>

namespace tigris::execution {

/// The driver of the search for the smallest plan. Target has no budgets.
template <auto Model, target Target>
struct tried_for_least {
    template <planning::least_search Search>
    static constexpr planning::tried_attempt outcome() {
        constexpr auto& placed = layout_for<Model, Target, Search.tried>;
        return {.found = placed.found, .fast_bytes = placed.fast_bytes};
    }
};
template <auto Model, target Target, planning::plan_means Means>
inline constexpr planning::least_fast least_by_attempts =
    planning::finish_constant_search<tried_for_least<Model, Target>,
                                     planning::first_search(Means)>()
        .best;

/// A sound hint that is for the target but for its fast memory may be for less.
struct least_hinted {
    int64_t bytes = INT64_MAX;
    hinted how{};
};

template <auto Model, target Target, int Set = 0>
constexpr least_hinted find_least_hint(least_hinted best) {
    if constexpr (Set >= hint_sets<Model>()) {
        return best;
    } else {
        constexpr target hinted_target = Model.hints[Set].target;
        if constexpr (planning::same_but_fast(hinted_target, resolved<Model, Target>) &&
                      planning::may_limit_scratch(Target, Model.hints[Set].scratch)) {
            constexpr hinted hint{Set, {}};
            if constexpr (fault_for<Model, hinted_target, hint> == hint_fault::none)
                if (planning::signed_bytes(hinted_target.fast) < best.bytes)
                    best = {planning::signed_bytes(hinted_target.fast), hint};
        }
        return find_least_hint<Model, Target, Set + 1>(best);
    }
}

template <auto Model, target Target>
inline constexpr planning::least_fast least_of_kernels =
    least_by_attempts<Model, without_budgets(Target),
                      planning::means_without_limit(resolved<Model, Target>)>;

/// The target with as many substitutes as spare most fast memory: all or none.
template <auto Model, target Target>
constexpr target find_least_target() {
    constexpr target least = limited<Model, Target, scratch_limits_for<Model, Target>.count - 1>;
    if constexpr (least.scratch == Target.scratch)
        return Target;
    else
        return least_of_kernels<Model, least>.bytes < least_of_kernels<Model, Target>.bytes
                   ? least
                   : Target;
}
template <auto Model, target Target>
inline constexpr target least_target = find_least_target<Model, Target>();

template <auto Model, target Target>
inline constexpr planning::least_fast least_attempt =
    least_of_kernels<Model, least_target<Model, Target>>;
template <auto Model, target Target>
inline constexpr least_hinted least_hint = find_least_hint<Model, Target>({});

/// The plan that is shown: the one that is taken, or, where none fits, the smallest.
template <auto Model, target Target>
constexpr auto find_shown() {
    if constexpr (!chosen<Model, Target>.given_up)
        return chosen<Model, Target>;
    else if constexpr (least_hint<Model, Target>.bytes < least_attempt<Model, Target>.bytes)
        return least_hint<Model, Target>.how;
    else
        return least_attempt<Model, Target>.how;
}
template <auto Model, target Target>
inline constexpr auto shown = find_shown<Model, Target>();

/// The target with the scratch that kernels take in that plan.
template <auto Model, target Target>
constexpr target find_shown_target() {
    constexpr auto how = shown<Model, Target>;
    if constexpr (!chosen<Model, Target>.given_up)
        return planned_target<Model, Target>;
    else if constexpr (is_hint(how))
        return target_of_hint<Model, Target, how>;
    else
        return least_target<Model, Target>;
}
template <auto Model, target Target>
inline constexpr target shown_target = find_shown_target<Model, Target>();

}  // namespace tigris::execution
