// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a small model in a constant expression. There each tensor has a typed array of its own,
// because a constant expression cannot read bytes of an arena as floats.

#include <tigris/execution/checks/run_check.hpp>
#include <tigris/execution/steps/whole_step.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris {

namespace execution {

/// The elements of one tensor, or the scratch of one step.
template <int Tensor, class T, int N>
struct tensor_slot {
    T items[N]{};
};
template <int Step, class T, int N>
struct scratch_slot {
    T items[N]{};
};

template <int Tensor, class T, int N>
constexpr T* slot_of(tensor_slot<Tensor, T, N>& slot) {
    return slot.items;
}
template <int Tensor, class T, int N>
constexpr const T* slot_of(const tensor_slot<Tensor, T, N>& slot) {
    return slot.items;
}
template <int Step, class T, int N>
constexpr T* scratch_of(scratch_slot<Step, T, N>& slot) {
    return slot.items;
}

/// Elements of a tensor's array. Constants are read where they lie, and no array is empty.
template <auto Model, int Tensor>
constexpr int slot_extent() {
    constexpr tensor info = Model.graph.tensors[Tensor];
    return info.kind == tensor_kind::constant ? 1 : int(element_count(info));
}

/// Elements of a step's scratch: one accumulator per four bytes, and one more.
template <auto Model, int Step>
constexpr int scratch_extent() {
    return 1 + facts_for<Model, portable>.steps[Step].kernel.accumulator_bytes / 4;
}

template <auto Model, class Tensors, class Steps>
struct slots;
template <auto Model, int... T, int... S>
struct slots<Model, index_sequence<T...>, index_sequence<S...>>
    : tensor_slot<T, element_t<Model.graph.tensors[T].type>, slot_extent<Model, T>()>...,
      scratch_slot<S, sum_of<session<Model, target{}>, S>, scratch_extent<Model, S>()>... {};

template <auto Model>
using slots_of = slots<Model, make_index_sequence<Model.graph.tensor_count>,
                       make_index_sequence<Model.graph.node_count>>;

/// The memory of a step, made of slots.
template <auto Model, class Session, int Step>
struct evaluation_memory {
    slots_of<Model>& all;

    constexpr auto* write() const { return slot_of<output_tensor<Session, Step>>(all); }
    template <int Index>
    constexpr const auto* read() const {
        return slot_of<input_tensor<Session, Step, Index>>(all);
    }
    constexpr auto* sums() const { return scratch_of<Step>(all); }
};

template <class T>
constexpr void copy(const T* from, T* to, int count) {
    for (int i = 0; i < count; ++i) to[i] = from[i];
}

template <class Session, int Step>
constexpr void evaluate_step(slots_of<Session::Model>& all) {
    const evaluation_memory<Session::Model, Session, Step> memory{all};
    if constexpr (Session::facts(Step).op.contract == ops::contract::alias)
        copy(memory.template read<0>(), memory.write(),
             slot_extent<Session::Model, output_tensor<Session, Step>>());
    else
        run_step<Session, Step>(memory);
}

template <auto Model, int Index, class B>
constexpr void load_input(slots_of<Model>& all, const B& buffer) {
    using edge = input_edge<Model, Index>;
    copy(data_of(buffer), slot_of<Model.inputs[Index]>(all), edge::extent);
}

template <auto Model, int Index>
constexpr void load_zeros(slots_of<Model>& all) {
    using edge = input_edge<Model, Index>;
    auto* to = slot_of<Model.inputs[Index]>(all);
    for (int i = 0; i < edge::extent; ++i) to[i] = typename edge::type(edge::zero_point);
}

template <auto Model, class In>
constexpr void evaluate_steps(slots_of<Model>& all, const In& in) {
    using model_type = type_of<Model>;
    for_each_index<own_inputs<model_type>>(
        [&](auto i) { load_input<Model, i.value>(all, get<i.value>(in)); });
    for_each_index<model_type::state_count>(
        [&](auto i) { load_zeros<Model, own_inputs<model_type> + i.value>(all); });
    for_each_index<Model.graph.node_count>(
        [&](auto step) { evaluate_step<session<Model, target{}>, step.value>(all); });
}

}  // namespace execution

/// The result of evaluate() for a model with several outputs: get<Index>() is output Index.
template <auto Model>
struct evaluation {
    execution::slots_of<Model> values{};

    template <int Index = 0>
    constexpr auto get() const {
        using edge = output_edge<Model, Index>;
        sized_array<typename edge::type, edge::extent> result{};
        execution::copy(execution::slot_of<Model.outputs[Index]>(values), result.items,
                        edge::extent);
        return result;
    }
};

/// Runs the model in a constant expression with the portable kernels; states are zero. `in` as for
/// run(). Returns the output's elements, or an evaluation if there are several outputs. For models
/// of up to some 100 000 multiply-accumulates: larger ones exceed the limits of compilers.
template <class Model, class In>
constexpr auto evaluate(const Model&, const In& in) {
    constexpr Model model{};
    constexpr auto fault = execution::fault_of_inputs<model, target{}, const In>();
    complete(fault);
    evaluation<model> result{};
    if constexpr (!is_fault<type_of<fault>>)
        execution::evaluate_steps<model>(result.values, execution::as_inputs<Model>(in));
    if constexpr (own_outputs<Model> == 1)
        return result.get();
    else
        return result;
}

}  // namespace tigris
