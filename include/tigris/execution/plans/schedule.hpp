// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The schedule that an attempt or a hint makes of a model.

#include <tigris/execution/plans/hinted.hpp>
#include <tigris/execution/plans/model_rows.hpp>

namespace tigris::execution {

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

}  // namespace tigris::execution
