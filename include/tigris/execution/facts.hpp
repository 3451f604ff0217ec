// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the planner reads of a model for a backend, as constants of the program.

#include <tigris/kernels/arm_dsp/all.hpp>
#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/portable/all.hpp>
#include <tigris/kernels/x86/all.hpp>
#include <tigris/model/validate.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/planning/alignment.hpp>
#include <tigris/planning/row_network.hpp>

namespace tigris::execution {

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
    static_assert(graph.nodes[Step].outputs == 1, "tigris: a step makes one tensor");
    return planning::facts_of(
        graph.nodes[Step], tensors, described, ops::writes_slices(op),
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

/// What offsets in arenas are multiples of.
template <auto Model, target Target>
inline constexpr uint32_t arena_alignment =
    planning::alignment_for(view_of(facts_for<Model, Target.backend>.tensors), Target);

template <auto Model, backend Backend>
constexpr planning::network network_for() {
    constexpr auto& facts = facts_for<Model, Backend>;
    return {view_of(facts.tensors), view_of(facts.steps), Model.graph.all().edges};
}

}  // namespace tigris::execution
