// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a model: segment after segment, by direct calls.

#include <tigris/execution/binding.hpp>
#include <tigris/execution/segment.hpp>
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

/// Tells of every step of a segment whose result is whole in memory.
template <class Memory, int Segment, class Observer>
void show_segment(const Memory& memory, Observer& observer) {
    using session = typename Memory::session;
    constexpr planning::segment_plan s = Memory::plan.segments[Segment];
    for_each_index<s.size()>([&](auto k) {
        constexpr planning::task_plan t = task_of<Memory, s.begin + k.value>;
        if constexpr (t.does == planning::action::compute &&
                      Memory::plan.buffers[t.output].lives_on) {
            constexpr int tensor = output_tensor<session, t.step>;
            observer(step_output{t.step, tensor, session::Model.graph.tensors[tensor],
                                 memory.template base<t.output>()});
        }
    });
}

template <class Memory, class Observer>
[[gnu::noinline]] void run_segments(const Memory& memory, [[maybe_unused]] Observer& observer) {
    for_each_index<Memory::plan.segment_count>([&](auto segment) __attribute__((always_inline)) {
        run_segment<Memory, segment.value>(memory);
        if constexpr (!is_same<Observer, no_observer>)
            show_segment<Memory, segment.value>(memory, observer);
    });
}

template <auto Model, io_modes Modes, class Given, int... Index>
constexpr auto bind_inputs(const Given& given, index_sequence<Index...>) {
    return bound_edges<index_sequence<Index...>,
                       decltype(bind_edge<input_edge<Model, Index>, Modes[Index]>(
                           get<Index>(given)))...>{
        {bind_edge<input_edge<Model, Index>, Modes[Index]>(get<Index>(given))}...};
}
template <auto Model, io_modes Modes, class Given, int... Index>
constexpr auto bind_outputs(const Given& given, index_sequence<Index...>) {
    return bound_edges<index_sequence<Index...>,
                       decltype(bind_edge<output_edge<Model, Index>, Modes[Index]>(
                           get<Index>(given)))...>{
        {bind_edge<output_edge<Model, Index>, Modes[Index]>(get<Index>(given))}...};
}

template <auto Model, target Target, class In, class Out, class Observer>
void bind_and_run(unsigned char* fast, unsigned char* slow, const In& in, const Out& out,
                  Observer& observer) {
    using model_type = type_of<Model>;
    const auto& from = in.template inputs_of<model_type>();
    const auto& to = out.template outputs_of<model_type>();
    const auto bound_in =
        bind_inputs<Model, Target.input>(from, make_index_sequence<Model.inputs.size()>{});
    const auto bound_out =
        bind_outputs<Model, Target.output>(to, make_index_sequence<Model.outputs.size()>{});
    const run_memory<session<Model, Target>, decltype(bound_in), decltype(bound_out)> memory{
        {fast, slow}, bound_in, bound_out};
    run_segments(memory, observer);
}

}  // namespace execution

/// Runs the model once, and calls observer(step_output) after every step whose result is whole in
/// memory: all of them where fast memory is not limited. `in` and `out` are a
/// buffer each, or inputs(...) and outputs(...). For debugging; run() without an observer pays
/// nothing for it.
template <class Model, target Target, class In, class Out, class Observer>
void run_observed(const Model&, workspace<Model{}, Target>& memory, const In& in, Out&& out,
                  Observer& observer) {
    if constexpr (workspace<Model{}, Target>::fits)
        execution::bind_and_run<Model{}, Target>(memory.arena, memory.slow_arena(),
                                                 execution::as_inputs<Model>(in),
                                                 execution::as_outputs<Model>(out), observer);
}

/// Runs the model once in a workspace of the caller's. Re-entrant, one workspace a thread.
template <class Model, target Target, class In, class Out>
void run(const Model& model, workspace<Model{}, Target>& memory, const In& in, Out&& out) {
    execution::no_observer nobody;
    run_observed(model, memory, in, out, nobody);
}

/// The same where all inputs and outputs are in the workspace.
template <class Model, target Target>
void run(const Model& model, workspace<Model{}, Target>& memory) {
    run(model, memory, in_workspace, in_workspace);
}

/// Runs the model once in its default workspace and for its default target. Not re-entrant.
template <class Model, class In, class Out>
void run(const Model& model, const In& in, Out&& out) {
    run(model, default_workspace<Model{}>, in, out);
}

}  // namespace tigris
