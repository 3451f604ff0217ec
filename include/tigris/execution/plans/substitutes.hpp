// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which kernels give way to substitutes, because no plan has room for their scratch.

#include <tigris/execution/plans/choice.hpp>
#include <tigris/planning/partition/scratch_limits.hpp>

namespace tigris::execution {

/// Whether planners may take substitutes for the target's kernels.
template <auto Model, target Target>
inline constexpr bool may_substitute =
    !Target.forbid_fallback &&
    kernels::has_substitute<kernels::tag_of<Target.backend, Model.graph.rounds>>;

template <int Steps>
struct limit_list {
    int count = 0;
    uint64_t of[Steps > 0 ? Steps : 1]{};
};

template <auto Model, target Target>
constexpr auto list_scratch_limits() {
    limit_list<Model.graph.node_count> list{};
    if constexpr (may_substitute<Model, Target>)
        list.count = planning::find_scratch_limits(
            view_of(facts_for<Model, Target.backend, Target.scratch>.steps),
            view_of(facts_for<Model, Target.backend, 0>.steps), view_of(list.of));
    return list;
}
template <auto Model, target Target>
inline constexpr auto scratch_limits_for = list_scratch_limits<Model, Target>();

/// The target with limit `Number` of those, or as it is where there are none.
template <auto Model, target Target, int Number>
constexpr target find_limited() {
    if constexpr (Number < 0)
        return Target;
    else
        return planning::with_scratch(Target, scratch_limits_for<Model, Target>.of[Number]);
}
template <auto Model, target Target, int Number>
inline constexpr target limited = find_limited<Model, Target, Number>();

/// The driver of the search for the first limit with which a plan fits.
template <auto Model, target Target>
struct tried_limits {
    template <planning::limit_search Search>
    static constexpr bool outcome() {
        return !chosen_attempt<Model, limited<Model, Target, Search.middle()>>.given_up;
    }
};

/// The target with as few substitutes as let a plan fit; unchanged if no plan fits.
template <auto Model, target Target>
constexpr target find_target_with_substitutes() {
    constexpr auto& limits = scratch_limits_for<Model, Target>;
    constexpr target least = limited<Model, Target, limits.count - 1>;
    if constexpr (limits.count == 0) {
        return Target;
    } else if constexpr (chosen_attempt<Model, least>.given_up) {
        return Target;
    } else {
        constexpr planning::limit_search search =
            planning::first_search({limits.of, limits.count}, resolved<Model, Target>.fast);
        return limited<
            Model, Target,
            planning::finish_constant_search<tried_limits<Model, Target>, search>().enough>;
    }
}

/// The target with the scratch that kernels take in its plan, if one fits.
template <auto Model, target Target>
constexpr target find_planned_target() {
    constexpr auto first = first_choice<Model, Target>;
    if constexpr (is_hint(first))
        return target_of_hint<Model, Target, first>;
    else if constexpr (first.given_up && may_substitute<Model, Target>)
        return find_target_with_substitutes<Model, Target>();
    else
        return Target;
}
template <auto Model, target Target>
inline constexpr target planned_target = find_planned_target<Model, Target>();

template <auto Model, target Target>
constexpr auto find_chosen() {
    constexpr auto first = first_choice<Model, Target>;
    constexpr target planned = planned_target<Model, Target>;
    if constexpr (is_hint(first) || planned.scratch == Target.scratch)
        return first;
    else
        return chosen_attempt<Model, planned>;
}

/// What is taken for planned_target.
template <auto Model, target Target>
inline constexpr auto chosen = find_chosen<Model, Target>();

}  // namespace tigris::execution
