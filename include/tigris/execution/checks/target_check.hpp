// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Mistakes in a target, or in the model's header for it. They are looked for before anything is
// planned, so that the compiler finds an error fast.

#include <tigris/execution/plans/choice.hpp>
#include <tigris/execution/plans/hint_check.hpp>
#include <tigris/execution/plans/memories_left.hpp>
#include <tigris/execution/plans/order_check.hpp>
#include <tigris/execution/plans/places.hpp>
#include <tigris/support/check.hpp>

namespace tigris::execution {

/// A pointer to the error of a search that exceeds compilers' limits, or to nothing_to_say.
/// Compilers search only without a hint.
template <auto Model, target Target>
constexpr auto fault_of_search() {
    if constexpr (!search_for<Model, Target>.too_long)
        return as_check<nothing_to_say>();
    else
        return as_check<search_limit<type_of<Model>>>();
}

template <auto Model, target Target>
constexpr auto fault_of_hint() {
    constexpr hinted hint = find_matching_hint<Model, Target>();
    if constexpr (hint.set == hinted::none)
        return fault_of_search<Model, Target>();
    else if constexpr (fault_for<Model, Target, hint> == hint_fault::none)
        return as_check<nothing_to_say>();
    else
        return find_hint_check<Model, Target>();
}

template <int Workers>
struct workers_of_target {
    static_assert(Workers == 1 || Workers == max_workers,
                  "tigris: a target has .workers = 1 or .workers = 2");
};

/// A pointer to the first fault of a target, or to nothing_to_say. The fault is a class whose
/// completion is one compile error. It concerns one of:
///
/// * the number of workers, the memory map, the graph, the library of the backend;
/// * a placement rule, the shape of a step's output, the order of weights;
/// * the place of staged or decoded constants;
/// * a hint, or the search for a plan, which is too long.
template <auto Model, target Target>
constexpr auto fault_of_target() {
    if constexpr (Target.workers != 1 && Target.workers != max_workers) {
        return as_check<workers_of_target<Target.workers>>();
    } else if constexpr (!has_sound_memories<Target>()) {
        return as_check<sound_memories<Target.memories>>();
    } else if constexpr (!is_consistent<Model>) {
        return as_check<consistent_graph<Model>>();
    } else if constexpr (!has_library<Model, Target.backend>) {
        return as_check<library_check<Model, Target.backend>>();
    } else if constexpr (faulty_rule_of<Model, Target>.fault != placement_fault::none) {
        constexpr faulty_rule rule = faulty_rule_of<Model, Target>;
        return as_check<placement_check<Model, rule.number, rule.fault>>();
    } else if constexpr (facts_for<Model, Target.backend, Target.scratch>.wrong_step >= 0) {
        return as_check<
            step_check<Model, facts_for<Model, Target.backend, Target.scratch>.wrong_step>>();
    } else if constexpr (facts_for<Model, Target.backend, Target.scratch>.foreign_step >= 0) {
        return find_order_check<Model, Target.backend,
                                facts_for<Model, Target.backend, Target.scratch>.foreign_step>();
    } else if constexpr (find_lost_block<Model, Target>() >= 0) {
        constexpr int block = find_lost_block<Model, Target>();
        return as_check<staging_check<Model, Target.memories, block,
                                      find_staged_region<Model, Target, block>()>>();
    } else if constexpr (!has_room_for_prefix<Model, Target>()) {
        return as_check<prefix_check<Model, Target>>();
    } else {
        return fault_of_hint<Model, Target>();
    }
}

template <auto Model, target Target>
using target_check = typename pointed_check<decltype(fault_of_target<Model, Target>())>::type;

}  // namespace tigris::execution
