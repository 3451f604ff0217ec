// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a model: every step one direct call, in order.

#include <tigris/execution/binding.hpp>
#include <tigris/execution/memory.hpp>
#include <tigris/execution/step.hpp>
#include <tigris/execution/workspace.hpp>

namespace tigris {

/// What an observer is told after a step: which one, the number of the tensor that it made, what
/// that is, and where it lies, in memory order. The observer may overwrite the elements.
struct step_output {
    int step;
    int tensor;
    const tigris::tensor& info;
    void* data;

    /// Element `i` in ONNX's order and layout; T is the tensor's element type.
    template <class T>
    T& onnx(int64_t i) const {
        return static_cast<T*>(data)[memory_place(info, i)];
    }
};

namespace execution {

struct no_observer {};

template <class Session, int Step, class Memory, class Observer>
void show_step(const Memory& memory, Observer& observer) {
    constexpr int tensor = output_tensor<Session, Step>;
    constexpr auto lives = plan_of<Session::Model, Session::Target>.tensors[tensor].lives;
    if constexpr (lives != planning::home::input)
        observer(step_output{Step, tensor, Session::Model.graph.tensors[tensor],
                             memory.template write<tensor>()});
}

template <class Session, class Memory, class Observer>
[[gnu::noinline]] void run_steps(const Memory& memory, [[maybe_unused]] Observer& observer) {
    for_each_index<Session::Model.graph.node_count>([&](auto step) __attribute__((always_inline)) {
        run_step<Session, step.value>(memory);
        if constexpr (!is_same<Observer, no_observer>)
            show_step<Session, step.value>(memory, observer);
    });
}

template <auto Model, target Target, class Inputs, class Outputs, int... I, int... O>
arena_memory<Model, Target> bind(unsigned char* arena, const Inputs& in, const Outputs& out,
                                 index_sequence<I...>, index_sequence<O...>) {
    return {arena,
            {address_for<input_edge<Model, I>>(get<I>(in))...},
            {address_for<output_edge<Model, O>>(get<O>(out))...}};
}

template <auto Model, target Target, class In, class Out, class Observer>
void bind_and_run(unsigned char* arena, const In& in, const Out& out, Observer& observer) {
    using model_type = type_of<Model>;
    const auto& from = in.template inputs_of<model_type>();
    const auto& to = out.template outputs_of<model_type>();
    run_steps<session<Model, Target>>(
        bind<Model, Target>(arena, from, to, make_index_sequence<Model.inputs.size()>{},
                            make_index_sequence<Model.outputs.size()>{}),
        observer);
}

}  // namespace execution

/// Runs the model once, and calls observer(step_output) after every step. `in` and `out` are a
/// buffer each, or inputs(...) and outputs(...). For debugging; run() without an observer pays
/// nothing for it.
template <class Model, target Target, class In, class Out, class Observer>
void run_observed(const Model&, workspace<Model{}, Target>& memory, const In& in, Out&& out,
                  Observer& observer) {
    if constexpr (workspace<Model{}, Target>::fits)
        execution::bind_and_run<Model{}, Target>(memory.arena, execution::as_inputs(in),
                                                 execution::as_outputs(out), observer);
}

/// Runs the model once in a workspace of the caller's. Re-entrant, one workspace a thread.
template <class Model, target Target, class In, class Out>
void run(const Model& model, workspace<Model{}, Target>& memory, const In& in, Out&& out) {
    execution::no_observer nobody;
    run_observed(model, memory, in, out, nobody);
}

/// Runs the model once in its default workspace and for its default target. Not re-entrant.
template <class Model, class In, class Out>
void run(const Model& model, const In& in, Out&& out) {
    run(model, default_workspace<Model{}>, in, out);
}

}  // namespace tigris
