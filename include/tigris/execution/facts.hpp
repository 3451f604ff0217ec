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
#include <tigris/support/type_list.hpp>

namespace tigris::execution {

/// Plain facts of all steps and tensors: where types end and values begin.
template <auto Model, backend Backend>
struct facts_table {
    planning::tensor_facts tensors[Model.graph.tensor_count];
    planning::step_facts steps[Model.graph.node_count];
};

/// Its completion is one error when a step's weights lie in an order that the kernel does not read.
template <class Model, auto Op, weight_order Has, weight_order Reads>
struct order_of_weights {
    static_assert(
        Has == weight_order::canonical || Has == Reads,
        "tigris: the header's weights are arranged for another backend than the target's");
};

/// The order of a step's weights; other constants have the canonical one.
constexpr weight_order order_of_constants(const operands& t) {
    weight_order order = weight_order::canonical;
    for (int i = 0; i < t.inputs; ++i)
        if (t.has_input(i) && t.input(i).order != weight_order::canonical) order = t.input(i).order;
    return order;
}

template <auto Model, backend Backend, int Step>
constexpr planning::step_facts facts_of_step() {
    constexpr graph_view graph = Model.graph.all();
    constexpr operands tensors = graph.operands_of(Step);
    constexpr const auto& op = ops::attributes_of<Model, Step>();
    constexpr ops::description described = describe(op, tensors);
    using backend_tag = typename kernels::backend_tag<Backend>::type;
    static_assert(described.output == tensors.output().dims,
                  "tigris: the graph is inconsistent: a step's output has another shape");
    static_assert(graph.nodes[Step].outputs == 1, "tigris: a step makes one tensor");
    return planning::facts_of(graph.nodes[Step], tensors, described, ops::writes_slices(op),
                              facts_of(backend_tag{}, op, tensors));
}

/// The order in which a step's kernel reads weights.
template <auto Model, backend Backend, int Step>
constexpr weight_order order_for_step() {
    return weight_order_of(typename kernels::backend_tag<Backend>::type{},
                           ops::attributes_of<Model, Step>(), Model.graph.all().operands_of(Step));
}

/// The first step whose weights lie in an order that its kernel does not read, or -1.
template <auto Model, backend Backend>
constexpr int first_in_foreign_order() {
    int first = -1;
    for_each_index<Model.graph.node_count>([&](auto step) {
        const weight_order has = order_of_constants(Model.graph.all().operands_of(step.value));
        const bool is_read =
            has == weight_order::canonical || has == order_for_step<Model, Backend, step.value>();
        if (!is_read && first < 0) first = step.value;
    });
    return first;
}

/// Looking up what is called with a pointer completes its class, whose assertion speaks then; what
/// depends on the class would cause more errors.
constexpr void complete(const void*) {}

template <auto Model, backend Backend>
constexpr void check_orders() {
    constexpr int step = first_in_foreign_order<Model, Backend>();
    if constexpr (step >= 0) {
        constexpr auto name = static_cast<typename type_of<Model>::op>(step);
        constexpr operands tensors = Model.graph.all().operands_of(step);
        using check = order_of_weights<type_of<Model>, name, order_of_constants(tensors),
                                       order_for_step<Model, Backend, step>()>;
        complete(static_cast<const check*>(nullptr));
    }
}

template <auto Model, backend Backend>
constexpr auto make_facts() {
    static_assert(is_valid(Model.graph), "tigris: the graph is inconsistent");
    check_orders<Model, Backend>();
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
