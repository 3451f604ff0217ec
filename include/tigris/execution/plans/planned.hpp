// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the layout reads of a schedule: tiles, replays and lifetimes.

#include <tigris/execution/plans/schedule.hpp>

namespace tigris::execution {

template <int Tasks>
struct task_table {
    int32_t tiles[Tasks > 0 ? Tasks : 1]{};
    int16_t segment_at[Tasks > 0 ? Tasks : 1]{};
    int32_t row_bytes[Tasks > 0 ? Tasks : 1]{};
    int16_t group_end[Tasks > 0 ? Tasks : 1]{};
};

template <auto Model, target Target, auto Attempt>
constexpr auto make_tasks() {
    constexpr auto& made = made_for<Model, Target, Attempt>;
    task_table<made.n.tasks.size> table{};
    planning::describe_tasks(
        made, hint_for<Model, Attempt>,
        {view_of(table.tiles), view_of(table.segment_at), view_of(table.row_bytes)});
    for (int s = 0; s < made.segments.size; s = table.group_end[s])
        table.group_end[s] = int16_t(planning::end_of_group(made.n, made.segments, s));
    return table;
}
template <auto Model, target Target, auto Attempt>
inline constexpr auto tasks_for = make_tasks<Model, Target, Attempt>();

template <auto Model, target Target, auto Attempt>
constexpr view<const planning::segment_tasks> segments_of(int begin, int end) {
    return {schedule_for<Model, Target, Attempt>.segments + begin, end - begin};
}

/// Replays of the group of segments that begins with segment Begin.
template <auto Model, target Target, auto Attempt, int Begin>
constexpr auto make_replays() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    constexpr auto& tasks = tasks_for<Model, Target, Attempt>;
    constexpr int end = tasks.group_end[Begin];
    planning::replays<end - Begin, made.segments[end - 1].end - made.segments[Begin].begin> out{};
    planning::replay_all(network_of(made), lifetimes_of(made), {tasks.tiles, made.used.tasks},
                         segments_of<Model, Target, Attempt>(Begin, end), out.all());
    return out;
}
template <auto Model, target Target, auto Attempt, int Begin>
inline constexpr auto replays_for = make_replays<Model, Target, Attempt, Begin>();

template <int Segments>
struct replay_list {
    planning::replay_facts of[Segments > 0 ? Segments : 1]{};
};

/// What layouts read of the replays of all segments from Begin on.
template <auto Model, target Target, auto Attempt, int Begin = 0>
constexpr void list_replays(planning::replay_facts* out) {
    if constexpr (Begin < schedule_for<Model, Target, Attempt>.result.segments) {
        constexpr int end = tasks_for<Model, Target, Attempt>.group_end[Begin];
        constexpr auto& made = replays_for<Model, Target, Attempt, Begin>;
        planning::list_facts(
            {made.overlaps, made.ring, made.ring_conflicts, made.scratch_conflicts},
            segments_of<Model, Target, Attempt>(Begin, end), out + Begin);
        list_replays<Model, Target, Attempt, end>(out);
    }
}
template <auto Model, target Target, auto Attempt>
constexpr auto list_all_replays() {
    replay_list<schedule_for<Model, Target, Attempt>.result.segments> list{};
    list_replays<Model, Target, Attempt>(list.of);
    return list;
}
template <auto Model, target Target, auto Attempt>
inline constexpr auto replay_list_for = list_all_replays<Model, Target, Attempt>();

template <auto Model, target Target, auto Attempt>
constexpr planning::planned find_planned() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    constexpr auto& tasks = tasks_for<Model, Target, Attempt>;
    constexpr int segments = made.result.segments, count = made.used.tasks;
    return {network_of(made),
            lifetimes_of(made),
            segments_of<Model, Target, Attempt>(0, segments),
            {tasks.tiles, count},
            {replay_list_for<Model, Target, Attempt>.of, segments},
            {tasks.segment_at, count},
            {tasks.row_bytes, count}};
}

/// Everything that the layout needs.
template <auto Model, target Target, auto Attempt>
inline constexpr planning::planned planned_for = find_planned<Model, Target, Attempt>();

}  // namespace tigris::execution
