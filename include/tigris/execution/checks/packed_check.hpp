// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which segments read packed constants. One error says that a segment reads groups that share a
// place.

#include <tigris/execution/plans/plan_of.hpp>

namespace tigris::execution {

/// Whether a step reads a constant of packed group number Group.
template <auto Model>
constexpr bool reads_group(int step, int group) {
    const operands t = Model.graph.all().operands_of(step);
    for (int i = 0; i < t.inputs; ++i)
        if (t.has_input(i) && t.input(i).kind == tensor_kind::constant &&
            Model.constant_places[t.input(i).index].source == staged_count<Model> + group)
            return true;
    return false;
}

/// Whether a segment of the target's plan reads a constant of packed group `group`.
template <auto Model, target Target>
constexpr bool segment_reads_group(int segment, int group) {
    constexpr auto& plan = plan_of<Model, Target>;
    const planning::segment_plan& s = plan.segments[segment];
    for (int k = s.begin; k < s.end; ++k) {
        const int step = plan.tasks[k].step;
        if (step >= 0 && reads_group<Model>(step, group)) return true;
    }
    return false;
}

constexpr bool share_bytes(const packed_constants& a, const packed_constants& b) {
    return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

/// Whether all groups that a segment reads lie side by side.
template <auto Model, target Target>
constexpr bool has_room_for_groups(int segment) {
    constexpr auto& groups = Model.packed;
    for (int a = 0; a < groups.size(); ++a)
        for (int b = a + 1; b < groups.size(); ++b)
            if (share_bytes(groups[a], groups[b]) &&
                segment_reads_group<Model, Target>(segment, a) &&
                segment_reads_group<Model, Target>(segment, b))
                return false;
    return true;
}

template <auto Model, target Target>
constexpr bool have_groups_room() {
    if constexpr (has_packed<Model>)
        for (int s = 0; s < plan_of<Model, Target>.segment_count; ++s)
            if (!has_room_for_groups<Model, Target>(s)) return false;
    return true;
}

/// Completing this type gives one error if a segment reads groups that share a place.
template <class Model>
struct room_for_groups {
    static_assert(!is_same<Model, Model>,
                  "tigris: this target's plan needs packed constants of several steps at the same "
                  "time, but they share one place; convert the model for this target");
};

/// A pointer to room_for_groups, whose completion is an error, or to nothing_to_say.
template <auto Model, target Target>
constexpr auto fault_of_packed() {
    if constexpr (have_groups_room<Model, Target>())
        return as_check<nothing_to_say>();
    else
        return as_check<room_for_groups<type_of<Model>>>();
}

}  // namespace tigris::execution
