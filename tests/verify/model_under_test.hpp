// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A generated model behind plain functions, so that only this file is compiled once a model.

#include "targets.hpp"

#include <tigris/core.hpp>

namespace verify {

/// Axis k of a transpose's output is axis [k] of its input; in order for other steps.
using axes = decltype(tigris::ops::transpose::axes);

using observe = void (*)(void* context, const tigris::step_output& made);

/// Buffers hold the model's inputs and outputs in memory order; run fills the outputs.
/// run_observed is null unless the program was compiled with TIGRIS_VERIFY_STEPS. `targets` are
/// others than the default one, which has no budget.
struct model_under_test {
    tigris::graph_view graph;
    tigris::view<const char* const> tensor_names;
    tigris::view<const char* const> step_kinds;
    tigris::view<const axes> step_axes;
    tigris::view<const int> inputs;
    tigris::view<const int> outputs;
    tigris::view<void* const> input_buffers;
    tigris::view<void* const> output_buffers;
    void (*run)();
    void (*run_observed)(observe observer, void* context);
    tigris::view<const run_for_target> targets;
};

/// The models of this program, in the order of its command line. Defined by the generated source.
extern const tigris::view<const model_under_test> models;

/// Hands what each step made to a function.
struct told_observer {
    observe tell;
    void* context;

    void on_step(const tigris::step_output& made) const { tell(context, made); }
};

/// The operator's name; pooling is told apart because averages have rules of their own.
template <class Model, int Step>
constexpr const char* kind_of_step() {
    using op = tigris::ops::op_at<Model{}, Step>;
    if constexpr (tigris::is_same<op, tigris::ops::pool>) {
        const auto function = tigris::ops::attributes_of<Model{}, Step>().function;
        return function == tigris::ops::pool_function::max ? "max_pool" : "average_pool";
    } else {
        return op::name;
    }
}

template <class Model, int Step>
constexpr axes axes_of_step() {
    if constexpr (tigris::is_same<tigris::ops::op_at<Model{}, Step>, tigris::ops::transpose>)
        return tigris::ops::attributes_of<Model{}, Step>().axes;
    return tigris::ops::transpose{}.axes;
}

/// No budget. Only the target that a model was converted for has the memory to which constants are
/// copied.
template <class Model>
inline constexpr tigris::target own_target = tigris::execution::has_staged<Model{}>
                                                 ? emulated(Model::default_target)
                                                 : tigris::target{.backend = backend,
                                                                  .emulate = true};

/// As many as there are, and one more, since there are no empty arrays.
template <class Model, tigris::target... Targets>
inline constexpr run_for_target runs_for[]{run_for<Model, Targets>()..., {}};

template <class Model, class Inputs, class Outputs, class Steps, tigris::target... Targets>
struct described;
template <class Model, int... I, int... O, int... S, tigris::target... Targets>
struct described<Model, tigris::index_sequence<I...>, tigris::index_sequence<O...>,
                 tigris::index_sequence<S...>, Targets...> {
    template <int K>
    using input = edge_buffer<Model, K, Model::inputs[K]>;
    template <int K>
    using output = edge_buffer<Model, -1 - K, Model::outputs[K]>;

    static constexpr void* input_buffers[]{input<I>::items..., nullptr};
    static constexpr void* output_buffers[]{output<O>::items...};
    static constexpr const char* step_kinds[]{kind_of_step<Model, S>()..., nullptr};
    static constexpr axes step_axes[]{axes_of_step<Model, S>()..., {}};

    inline static tigris::workspace<Model{}, own_target<Model>> memory{};

    static void run() {
        prepare_constants<Model>(memory);
        require_success([] {
            return tigris::run(Model{}, memory,
                               tigris::inputs(tigris::in_memory_order(input<I>::items)...),
                               tigris::outputs(tigris::in_memory_order(output<O>::items)...));
        });
    }

#ifdef TIGRIS_VERIFY_STEPS
    static void run_observed(observe observer, void* context) {
        prepare_constants<Model>(memory);
        require_success([&] {
            return tigris::run(Model{}, memory,
                               tigris::inputs(tigris::in_memory_order(input<I>::items)...),
                               tigris::outputs(tigris::in_memory_order(output<O>::items)...),
                               told_observer{observer, context});
        });
    }
#else
    static constexpr decltype(model_under_test::run_observed) run_observed = nullptr;
#endif

    static constexpr model_under_test value{
        .graph = Model::graph.all(),
        .tensor_names = {Model::tensor_names.items, Model::tensor_names.size()},
        .step_kinds = {step_kinds, int(sizeof...(S))},
        .step_axes = {step_axes, int(sizeof...(S))},
        .inputs = {Model::inputs.items, Model::inputs.size()},
        .outputs = {Model::outputs.items, Model::outputs.size()},
        .input_buffers = {input_buffers, int(sizeof...(I))},
        .output_buffers = {output_buffers, int(sizeof...(O))},
        .run = run,
        .run_observed = run_observed,
        .targets = {runs_for<Model, Targets...>, int(sizeof...(Targets))},
    };
};

/// Everything that the runner needs of a generated model.
template <tigris::target... Targets, class Model>
constexpr model_under_test describe(const Model&) {
    return described<Model, tigris::make_index_sequence<Model::inputs.size()>,
                     tigris::make_index_sequence<Model::outputs.size()>,
                     tigris::make_index_sequence<Model::graph.node_count>, Targets...>::value;
}

}  // namespace verify
