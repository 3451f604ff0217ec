// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Facts of a model and a backend for the planner, as constants of the program.

#include <tigris/execution/plans/constant_places.hpp>
#include <tigris/execution/plans/order_check.hpp>
#include <tigris/kernels/arm_dsp/all.hpp>
#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/cmsis_nn/all.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/substitute.hpp>
#include <tigris/kernels/esp_nn/all.hpp>
#include <tigris/kernels/helium/all.hpp>
#include <tigris/kernels/int4_weights/kernels.hpp>
#include <tigris/kernels/portable/all.hpp>
#include <tigris/kernels/portable/record_bytes.hpp>
#include <tigris/kernels/simd/all.hpp>
#include <tigris/model/state.hpp>
#include <tigris/model/validate.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/planning/layout/alignment.hpp>
#include <tigris/planning/rows/row_network.hpp>
#include <tigris/support/check.hpp>

namespace tigris::execution {

/// Plain facts of all steps and tensors: here types end and values begin.
template <auto Model, backend Backend>
struct facts_table {
    int wrong_step = -1;  // a step whose output has another shape than its tensor; -1: none
    /// First step whose kernel does not read the order of its weights; -1: none.
    int foreign_step = -1;
    bool has_orders = false;  // some weights are not in the canonical order
    planning::tensor_facts tensors[Model.graph.tensor_count];
    planning::step_facts steps[Model.graph.node_count];
};

/// Whether the program has the library that a backend's kernels call.
template <auto Model, backend Backend>
inline constexpr bool has_library =
    kernels::has_library<kernels::tag_of<Backend, Model.graph.rounds>>;

/// Completing this type gives one error, which names the backend, if its library is missing.
template <auto Model, backend Backend>
struct library_check {
    static_assert(has_library<Model, Backend>,
                  "tigris: the target's backend calls a library that the program does not have");
};

constexpr bool makes_one_each(view<const node> steps) {
    for (const node& n : steps)
        if (n.outputs != 1) return false;
    return true;
}

/// Whether edges lead to tensors. Compilers check this once per model.
template <auto Model>
inline constexpr bool has_valid_graph = is_valid(Model.graph);

/// Whether edges lead to tensors and each step makes one tensor.
template <auto Model>
inline constexpr bool is_consistent =
    has_valid_graph<Model>&& makes_one_each(Model.graph.all().nodes);

/// Completing this type gives one error if the graph is inconsistent.
template <auto Model>
struct consistent_graph {
    static_assert(has_valid_graph<Model>,
                  "tigris: the graph is inconsistent; convert the model again");
    static_assert(!has_valid_graph<Model> || is_consistent<Model>,
                  "tigris: the graph is inconsistent: a step has several outputs; convert the "
                  "model again");
};

/// Completing this type gives one error, which names the step whose output has another shape.
template <class Model, auto Op>
struct consistent_step {
    static_assert(sizeof(Model) == 0,
                  "tigris: the graph is inconsistent: a step's output has another shape; convert "
                  "the model again");
};

template <auto Model, int Step>
using step_check = consistent_step<type_of<Model>, static_cast<typename type_of<Model>::op>(Step)>;

/// For each operator, the kinds of its steps' records; 0 if the model has no such step.
struct kinds {
    kernels::record_kinds records[ops::list::size]{};
};

template <auto Model>
constexpr kinds find_kinds() {
    kinds found{};
    const graph_view graph = Model.graph.all();
    for (int step = 0; step < graph.nodes.size; ++step)
        if (const int kind = graph.nodes[step].kind; kind < ops::list::size)
            found.records[kind] |=
                kernels::bit_of(kernels::record_kind_of(graph.operands_of(step)));
    return found;
}
template <auto Model>
inline constexpr kinds kinds_of = find_kinds<Model>();

template <auto Model, backend Backend, class Op>
constexpr void find_step_facts(int step, uint64_t scratch, facts_table<Model, Backend>& table) {
    using backend_tag = kernels::tag_of<Backend, Model.graph.rounds>;
    const graph_view graph = Model.graph.all();
    const node& n = graph.nodes[step];
    const operands tensors = graph.operands_of(step);
    const Op& op = row<Op>(Model.attributes, n.row);
    const ops::description described = describe(op, tensors);
    kernel_facts kernel = kernels::facts_within<backend_tag>(op, tensors, scratch);
    if (!reads_moved<Model>(tensors)) {
        kernel.record_bytes =
            kernels::record_bytes<kinds_of<Model>.records[ops::kind_of<Op>]>(op, tensors);
    } else if (prepared_in_blob<Model>(step, Backend) > 0) {
        kernel.prepared_at = prepared_home::blob;
    } else {
        kernel.prepared_bytes = 0;
    }
    table.steps[step] = planning::facts_of(n, {table.tensors, graph.tensors.size}, tensors,
                                           described, ops::writes_slices(op), kernel);
    if (!(described.output == tensors.output().dims)) table.wrong_step = step;
    if (!table.has_orders) return;
    const weight_order order = order_of_constants(tensors);
    if (order == weight_order::canonical || order == weight_order_of(backend_tag{}, op, tensors))
        return;
    if (table.foreign_step < 0 || step < table.foreign_step) table.foreign_step = step;
}

/// Finds the facts of all steps of one kind. Compilers are faster with a loop than with one
/// instance per step.
template <auto Model, backend Backend, int Kind>
constexpr void find_facts(uint64_t scratch, facts_table<Model, Backend>& out) {
    for (int step = 0; step < Model.graph.node_count; ++step)
        if (Model.graph.nodes[step].kind == Kind)
            find_step_facts<Model, Backend, ops::list::at<Kind>>(step, scratch, out);
}

template <auto Model, backend Backend, uint64_t Scratch>
constexpr auto make_facts() {
    static_assert(sizeof(consistent_graph<Model>) > 0);
    static_assert(sizeof(library_check<Model, Backend>) > 0);
    facts_table<Model, Backend> table{};
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        const tensor& described = Model.graph.tensors[t];
        table.tensors[t] = planning::facts_of(described);
        if (described.order != weight_order::canonical) table.has_orders = true;
    }
    for_each_index<ops::list::size>([&](auto kind) {
        if constexpr (kinds_of<Model>.records[kind.value] != 0)
            find_facts<Model, Backend, kind.value>(Scratch, table);
    });
    return table;
}

/// Facts of all steps for a backend's kernels, whose calls may want `Scratch` bytes
/// (target::scratch).
template <auto Model, backend Backend, uint64_t Scratch = unlimited>
inline constexpr auto facts_for = make_facts<Model, Backend, Scratch>();

/// What offsets in arenas are multiples of, in bytes, whatever scratch kernels want. Substitutes
/// have no wider sums.
template <auto Model, target Target>
inline constexpr uint32_t offset_alignment =
    planning::alignment_for(view_of(facts_for<Model, Target.backend>.tensors),
                            view_of(facts_for<Model, Target.backend>.steps), Target);

template <auto Model, backend Backend, uint64_t Scratch>
constexpr planning::network find_network() {
    constexpr auto& facts = facts_for<Model, Backend, Scratch>;
    if constexpr (facts.wrong_step >= 0) complete(as_check<step_check<Model, facts.wrong_step>>());
    check_order<Model, Backend, facts.foreign_step>();
    using model = type_of<Model>;
    planning::network made{view_of(facts.tensors), view_of(facts.steps), Model.graph.all().edges};
    if constexpr (model::state_count > 0) {
        made.own_inputs = own_inputs<model>;
        made.own_outputs = own_outputs<model>;
    }
    made.prefix_bytes = prefix_bytes<Model>;
    made.saved_bytes = count_saved<Model>() - count_prepared<Model>();
    return made;
}

/// The model as planners see it.
template <auto Model, backend Backend, uint64_t Scratch = unlimited>
inline constexpr planning::network network_for = find_network<Model, Backend, Scratch>();

}  // namespace tigris::execution
