// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan of a model for a target as a constant of the program, and whether it fits.

#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/portable/all.hpp>
#include <tigris/model/validate.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/planning/budget.hpp>
#include <tigris/planning/make_plan.hpp>
#include <tigris/planning/target.hpp>

namespace tigris {

namespace execution {

/// Plain facts of all steps and tensors: where types end and values begin.
template <auto Model, backend Backend>
struct facts_table {
    planning::tensor_facts tensors[Model.graph.tensor_count];
    planning::step_facts steps[Model.graph.node_count];
};

template <auto Model, backend Backend, int Step>
constexpr planning::step_facts facts_of_step() {
    constexpr graph_view graph = Model.graph.all();
    constexpr operands tensors = graph.operands_of(Step);
    constexpr const auto& op = ops::attributes_of<Model, Step>();
    constexpr ops::description described = describe(op, tensors);
    static_assert(described.output == tensors.output().dims,
                  "tigris: the graph is inconsistent: a step's output has another shape");
    return planning::facts_of(
        graph.nodes[Step], described,
        facts_of(typename kernels::backend_tag<Backend>::type{}, op, tensors));
}

template <auto Model, backend Backend>
constexpr auto make_facts() {
    static_assert(is_valid(Model.graph), "tigris: the graph is inconsistent");
    facts_table<Model, Backend> table{};
    for (int t = 0; t < Model.graph.tensor_count; ++t)
        table.tensors[t] = planning::facts_of(Model.graph.tensors[t]);
    for_each_index<Model.graph.node_count>(
        [&](auto step) { table.steps[step.value] = facts_of_step<Model, Backend, step.value>(); });
    return table;
}

template <auto Model, backend Backend>
inline constexpr auto facts_for = make_facts<Model, Backend>();

template <auto Model, target Target>
constexpr auto make_plan() {
    constexpr auto& facts = facts_for<Model, Target.backend>;
    constexpr auto& graph = Model.graph;
    return planning::make_plan<graph.tensor_count, graph.node_count>(
        {view_of(facts.tensors), view_of(facts.steps), graph.all().edges}, Target.alignment);
}

}  // namespace execution

/// The plan of a model for a target: totals, tensors, steps (planning/make_plan.hpp). Asks no
/// budget.
template <auto Model, target Target = Model.default_target>
inline constexpr auto plan_of = execution::make_plan<Model, Target>();

namespace execution {

template <auto Model, target Target>
inline constexpr bool exceeds_fast = uint64_t(plan_of<Model, Target>.fast_peak_bytes) > Target.fast;
template <auto Model, target Target>
inline constexpr bool exceeds_flash = uint64_t(plan_of<Model, Target>.flash_bytes) > Target.flash;

}  // namespace execution

/// Whether the model fits its target; never an error.
template <auto Model, target Target = Model.default_target>
inline constexpr bool fits =
    !execution::exceeds_fast<Model, Target> && !execution::exceeds_flash<Model, Target>;

namespace execution {

/// The step whose constants take most flash.
template <auto Model>
constexpr int heaviest_step() {
    int heaviest = 0;
    int64_t most = -1;
    for (int step = 0; step < Model.graph.node_count; ++step) {
        const operands t = Model.graph.all().operands_of(step);
        int64_t bytes = 0;
        for (int i = 0; i < t.inputs; ++i)
            if (t.has_input(i) && t.input(i).kind == tensor_kind::constant)
                bytes += bytes_of(t.input(i));
        if (bytes > most) most = bytes, heaviest = step;
    }
    return heaviest;
}

template <auto Model, target Target>
using fast_memory_budget = planning::fast_memory_budget<
    type_of<Model>, needs_bytes<uint64_t(plan_of<Model, Target>.fast_peak_bytes)>,
    budget_bytes<Target.fast>,
    worst_op<static_cast<typename type_of<Model>::op>(plan_of<Model, Target>.peak_step)>,
    what_would_help<advice::raise_fast_memory>>;

template <auto Model, target Target>
using flash_budget = planning::flash_budget<
    type_of<Model>, needs_bytes<uint64_t(plan_of<Model, Target>.flash_bytes)>,
    budget_bytes<Target.flash>,
    worst_op<static_cast<typename type_of<Model>::op>(heaviest_step<Model>())>,
    what_would_help<advice::raise_flash>>;

struct nothing_to_say {};

/// The budget that is exceeded, whose completion is one compile error, or nothing_to_say.
template <auto Model, target Target>
constexpr auto exceeded_budget() {
    if constexpr (exceeds_fast<Model, Target>)
        return type_list<fast_memory_budget<Model, Target>>{};
    else if constexpr (exceeds_flash<Model, Target>)
        return type_list<flash_budget<Model, Target>>{};
    else
        return type_list<nothing_to_say>{};
}

template <auto Model, target Target>
using budget_check = typename decltype(exceeded_budget<Model, Target>())::template at<0>;

}  // namespace execution
}  // namespace tigris
