// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The timeline of a model's plan as a constant of the program. Only programs that name it pay for
// it.

#include <tigris/execution/plans/plan_of.hpp>
#include <tigris/planning/plan/timeline.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris {
namespace execution {

/// Live bytes of each task of the group of segments that begins with segment Begin.
template <auto Model, target Target, auto Attempt, int Begin>
constexpr auto make_timeline() {
    constexpr target key = without_budgets(Target);
    constexpr auto& p = planned_for<Model, key, Attempt>;
    constexpr auto& placed = layout_for<Model, key, Attempt>;
    constexpr auto& plan = plan_for<Model, Target, Attempt>;
    constexpr int end = tasks_for<Model, key, Attempt>.group_end[Begin];
    constexpr int first = plan.segments[Begin].begin, last = plan.segments[end - 1].end;
    sized_array<int64_t, last - first> bytes{};
    planning::timeline_writer timeline(p, {placed.fast, placed.fast_count});
    for (int s = Begin; s < end; ++s) {
        const planning::segment_plan& segment = plan.segments[s];
        timeline.find(s, segment.bottom_up,
                      {bytes.items + (segment.begin - first), segment.size()});
    }
    return bytes;
}
template <auto Model, target Target, auto Attempt, int Begin>
inline constexpr auto timeline_for = make_timeline<Model, Target, Attempt, Begin>();

/// Writes the live bytes of each step of the segments from Begin on.
template <auto Model, target Target, auto Attempt, int Begin = 0>
constexpr void list_timeline(view<int64_t> steps) {
    constexpr auto& plan = plan_for<Model, Target, Attempt>;
    if constexpr (Begin < plan.segment_count) {
        constexpr auto& here = timeline_for<Model, Target, Attempt, Begin>;
        constexpr int end = tasks_for<Model, without_budgets(Target), Attempt>.group_end[Begin];
        constexpr int first = plan.segments[Begin].begin;
        for (int k = first; k < plan.segments[end - 1].end; ++k)
            if (plan.tasks[k].step >= 0) steps[plan.tasks[k].step] = here[k - first];
        list_timeline<Model, Target, Attempt, end>(steps);
    }
}

template <auto Model, target Target>
constexpr auto find_timeline() {
    sized_array<int64_t, Model.graph.node_count> steps{};
    list_timeline<Model, with_flash_only(shown_target<Model, Target>), shown<Model, Target>>(
        {steps.items, steps.size()});
    return steps;
}

}  // namespace execution

/// Live bytes of fast memory for each step of a model, at the call of the step that has most of
/// them. Bytes are live if they hold something for that call or a later one, or if that call writes
/// them. 0 for a reshape.
template <auto Model, target Target = Model.default_target>
    requires is_usable_target<Target>
inline constexpr auto timeline_of = execution::find_timeline<Model, Target>();

}  // namespace tigris
