// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a model is as tasks and tensors of rows, for a target without budgets.

#include <tigris/execution/plans/memories_left.hpp>
#include <tigris/execution/plans/places.hpp>
#include <tigris/planning/partition/schedule.hpp>
#include <tigris/planning/rows/shared_rows.hpp>

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

}  // namespace tigris::execution
