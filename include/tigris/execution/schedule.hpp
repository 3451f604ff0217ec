// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The schedule that an attempt or a hint makes of a model.

#include <tigris/execution/hinted.hpp>
#include <tigris/execution/memories_left.hpp>
#include <tigris/execution/places.hpp>

namespace tigris::execution {

/// A target without its budgets and bans: what a plan is made from, before one is chosen.
constexpr target without_budgets(target t) {
    t.fast = t.slow = t.flash = 0;
    t.forbid_fallback = false;
    return t;
}

/// A target without its budgets and bans, except for flash: the finished plan depends on that
/// budget.
constexpr target with_flash_only(target t) {
    const uint64_t flash = t.flash;
    t = without_budgets(t);
    t.flash = flash;
    return t;
}

// What each step of planning makes (planning/make_plan.hpp), a constant of its own, because
// compilers limit the length of a single evaluation. Target has no budgets here.
//
// g++ 12 evaluates twice what a lambda or a function with temporary arguments initializes, and what
// another function calls with constants. So a step is a function without parameters, which only its
// constant's initializer calls.

template <auto Model, target Target>
constexpr planning::row_network_size find_rows_size() {
    return planning::size_of_rows(network_for<Model, Target.backend, Target.scratch>, Target.input,
                                  Target.output);
}
template <auto Model, target Target>
inline constexpr planning::row_network_size rows_size = find_rows_size<Model, Target>();

template <int N>
struct storage_table {
    int16_t of[N]{};
};

template <auto Model, target Target>
constexpr auto list_storages() {
    storage_table<Model.graph.tensor_count> table{};
    planning::find_storages(network_for<Model, Target.backend, Target.scratch>, view_of(table.of));
    return table;
}
template <auto Model, target Target>
inline constexpr auto storages = list_storages<Model, Target>();

/// The region in which each tensor is wanted, -1 anywhere.
template <auto Model, target Target>
constexpr auto list_places() {
    return find_places<Model, Target>(storages<Model, Target>);
}
template <auto Model, target Target>
inline constexpr auto places_for = list_places<Model, Target>();

template <auto Model, target Target>
constexpr planning::network network_with_places() {
    planning::network n = network_for<Model, Target.backend, Target.scratch>;
    if constexpr (has_places<Model, Target>()) n.regions = view_of(places_for<Model, Target>.of);
    return n;
}

template <auto Model, target Target>
constexpr auto make_row_facts() {
    planning::row_facts<rows_size<Model, Target>> facts{};
    storage_table<Model.graph.tensor_count> working{};
    planning::find_facts(network_with_places<Model, Target>(), Target.input, Target.output,
                         view_of(working.of), view_of(facts), Target.memories);
    if constexpr (Target.workers > 1)
        planning::find_shared_rows(network_of(facts), resolved<Model, Target>,
                                   planning::view_of(facts).tasks);
    return facts;
}
template <auto Model, target Target>
inline constexpr auto row_facts_for = make_row_facts<Model, Target>();

template <int Tasks>
struct sums_table {
    planning::task_sums of[Tasks > 0 ? Tasks : 1]{};
};

template <auto Model, target Target>
constexpr auto make_sums() {
    constexpr auto& facts = row_facts_for<Model, Target>;
    sums_table<facts.used.tasks> table{};
    planning::find_sums(network_of(facts), lifetimes_of(facts), {facts.ring, facts.used.tensors},
                        resolved<Model, Target>.costs, view_of(table.of));
    return table;
}
template <auto Model, target Target>
inline constexpr auto sums_for = make_sums<Model, Target>();

template <auto Model, target Target>
inline constexpr int64_t carried_by_cheapest = planning::carried_by_cheapest(
    network_of(row_facts_for<Model, Target>), view_of(sums_for<Model, Target>.of));

/// What searches read. `Room` is a planning::search_room.
template <auto Model, target Target, class Room>
constexpr planning::partition_input search_input(Room& room) {
    constexpr auto& facts = row_facts_for<Model, Target>;
    return {network_of(facts),
            lifetimes_of(facts),
            {facts.ring, facts.used.tensors},
            view_of(sums_for<Model, Target>.of),
            resolved<Model, Target>.costs,
            room.all(),
            fast_space_of<Model, Target>.sizes()};
}

/// The parts of the search for the smallest plan before the last.
template <auto Model, target Target, planning::attempt Attempt>
constexpr planning::least_peak find_first_peak() {
    constexpr planning::row_network_size used = row_facts_for<Model, Target>.used;
    constexpr int labels = planning::room_for_labels(Attempt, used.tasks);
    planning::search_room<used.tasks, used.tensors, labels> room{};
    planning::partition_search search(search_input<Model, Target>(room), Attempt);
    if constexpr (Attempt.may_spill) return {search.find_peak(), true};
    return search.find_first_peak();
}
template <auto Model, target Target, planning::attempt Attempt>
inline constexpr planning::least_peak first_peak_for = find_first_peak<Model, Target, Attempt>();

template <auto Model, target Target, planning::attempt Attempt>
constexpr int64_t find_least_peak() {
    constexpr planning::least_peak first = first_peak_for<Model, Target, Attempt>;
    if constexpr (first.is_least) return first.bytes;
    constexpr planning::row_network_size used = row_facts_for<Model, Target>.used;
    constexpr int labels = planning::room_for_labels(Attempt, used.tasks);
    planning::search_room<used.tasks, used.tensors, labels> room{};
    planning::partition_search search(search_input<Model, Target>(room), Attempt);
    return search.least_peak_above(first.bytes);
}
template <auto Model, target Target, planning::attempt Attempt>
inline constexpr int64_t least_peak_for = find_least_peak<Model, Target, Attempt>();

/// The attempt for the last part, which knows what the others found.
template <auto Model, target Target, auto Attempt>
constexpr auto with_least_peak() {
    auto known = Attempt;
    if constexpr (is_long_search(Attempt))
        if constexpr (Attempt.smallest) known.limit = least_peak_for<Model, Target, Attempt>;
    return known;
}

/// Attempt is a planning::attempt, or a hint whose segments are possible.
template <auto Model, target Target, auto Attempt>
constexpr auto make_schedule() {
    constexpr auto& facts = row_facts_for<Model, Target>;
    constexpr auto& how = decision_for<Model, with_least_peak<Model, Target, Attempt>()>;
    constexpr int tasks = how.is_hint() ? 0 : facts.used.tasks, tensors = facts.used.tensors;
    constexpr int labels = planning::room_for_labels(how.by, tasks);
    constexpr bool transfers = how.may_spill() || planning::uses_slow(network_of(facts));
    planning::schedule<planning::size_with_transfers(rows_size<Model, Target>, transfers)> made{};
    planning::search_room<tasks, tensors, labels> room{};
    int16_t copy[tensors]{};
    planning::make_schedule(search_input<Model, Target>(room), how, view_of(room.spills),
                            view_of(copy), {view_of(made), view_of(made.segments), made.result});
    return made;
}

/// Completing this type gives one error if the search for a plan exceeds the compiler's limit.
template <class Model>
struct search_limit {
    static_assert(
        sizeof(Model) == 0,
        "tigris: the search for this target's plan is longer than compilers evaluate; let "
        "onnx2hpp search (-m), or give -fconstexpr-steps=100000000 (clang) or "
        "-fconstexpr-ops-limit=10000000000 (g++)");
};

template <bool>
struct evaluated;

/// Whether the compiler's limit is enough for the parts of a search before the last.
template <auto Model, target Target, auto Attempt>
constexpr bool has_least_peak() {
    if constexpr (!Attempt.smallest)
        return true;
    else if constexpr (!requires {
                           typename evaluated<(find_first_peak<Model, Target, Attempt>(), true)>;
                       })
        return false;
    else
        return requires { typename evaluated<(find_least_peak<Model, Target, Attempt>(), true)>; };
}

/// Whether the compiler's limit is enough for a schedule. Only searches for slow memory and strips
/// are long, and asking takes clang as long again.
template <auto Model, target Target, auto Attempt>
constexpr bool is_within_limit() {
    if constexpr (!is_long_search(Attempt))
        return true;
    else if constexpr (!has_least_peak<Model, Target, Attempt>())
        return false;
    else
        return requires { typename evaluated<(make_schedule<Model, Target, Attempt>(), true)>; };
}

/// An empty schedule, after the error that says that the search takes too long.
template <auto Model, target Target>
constexpr auto no_schedule() {
    complete(static_cast<search_limit<type_of<Model>>*>(nullptr));
    return planning::schedule<rows_size<Model, Target>>{};
}

template <auto Model, target Target, auto Attempt, bool IsWithinLimit>
inline constexpr auto limited_schedule = make_schedule<Model, Target, Attempt>();
template <auto Model, target Target, auto Attempt>
inline constexpr auto limited_schedule<Model, Target, Attempt, false> =
    no_schedule<Model, Target>();

template <auto Model, target Target, auto Attempt>
inline constexpr auto& schedule_for =
    limited_schedule<Model, Target, Attempt, is_within_limit<Model, Target, Attempt>()>;

/// The schedule of an attempt, as views of the constant that holds it.
template <auto Model, target Target, auto Attempt>
constexpr planning::made_schedule find_made() {
    constexpr auto& made = schedule_for<Model, Target, Attempt>;
    return {
        network_of(made), lifetimes_of(made), {made.segments, made.result.segments}, made.result};
}
template <auto Model, target Target, auto Attempt>
inline constexpr planning::made_schedule made_for = find_made<Model, Target, Attempt>();

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
