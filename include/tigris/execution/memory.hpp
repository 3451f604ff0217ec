// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a run's tensors are: one arena, and the caller's inputs and outputs where they stand.

#include <tigris/execution/plan_of.hpp>

namespace tigris::execution {

/// What a step's scratch holds: the sums of its kernel.
template <auto Model, int Step>
using scratch_element =
    kernels::accumulator_t<element_t<Model.graph.all().operands_of(Step).input(0).type>>;

/// Pointers of one run; offsets behind them are constants.
template <auto Model, target Target>
struct arena_memory {
    unsigned char* arena;
    const void* inputs[Model.inputs.size() > 0 ? Model.inputs.size() : 1];
    void* outputs[Model.outputs.size()];

    template <int Tensor>
    using element = element_t<Model.graph.tensors[Tensor].type>;

    template <int Tensor>
    [[gnu::always_inline]] const element<Tensor>* read() const {
        constexpr planning::tensor_plan where = plan_of<Model, Target>.tensors[Tensor];
        if constexpr (where.lives == planning::home::input)
            return static_cast<const element<Tensor>*>(inputs[where.index]);
        else
            return write<Tensor>();
    }

    template <int Tensor>
    [[gnu::always_inline]] element<Tensor>* write() const {
        constexpr planning::tensor_plan where = plan_of<Model, Target>.tensors[Tensor];
        if constexpr (where.lives == planning::home::output)
            return static_cast<element<Tensor>*>(outputs[where.index]);
        else
            return static_cast<element<Tensor>*>(static_cast<void*>(arena + where.offset));
    }

    template <int Step>
    [[gnu::always_inline]] auto* scratch() const {
        constexpr int64_t offset = plan_of<Model, Target>.steps[Step].scratch_offset;
        return static_cast<scratch_element<Model, Step>*>(static_cast<void*>(arena + offset));
    }
};

}  // namespace tigris::execution
