// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user declares for a model and a target. Ordinary objects, of any storage duration but
// never needed on a stack.

#include <tigris/execution/states.hpp>
#include <tigris/model/edge.hpp>

namespace tigris {

/// The memory of one run at a time. Constant-initialized, so it lies in .bss. Fails to compile,
/// saying why, if the model does not fit the target. Its own are all arenas but those of regions
/// that name a section, which are the library's: workspaces of one model and target share them.
/// With Owner `external` all are the caller's, and bind() says where they are. What the model keeps
/// from one run to the next is in the object in any case: zero before the first run and after
/// reset().
template <auto Model, target Target = Model.default_target,
          arena_owner Owner = arena_owner::workspace>
struct workspace : execution::budget_check<Model, Target>,
                   execution::arenas_of<Model, Target, Owner>,
                   execution::states_of<Model, Target> {
    static constexpr bool fits = tigris::fits<Model, Target>;
    /// Of all arenas.
    static constexpr int64_t bytes = execution::bytes_of_arenas<Model, Target>();
    static constexpr uint32_t alignment = arena_alignment<Model, Target>;

    /// Elements of an input or output in mode arena or slow, by its number. An input must be
    /// written before each run (the run overwrites it), an output is there until the next.
    template <int Index = 0>
    constexpr auto* input() {
        return static_cast<typename input_edge<Model, Index>::type*>(
            edge_memory<Model.inputs[Index]>());
    }
    template <int Index = 0>
    constexpr auto* output() {
        return static_cast<typename output_edge<Model, Index>::type*>(
            edge_memory<Model.outputs[Index]>());
    }

private:
    template <int Tensor>
    void* edge_memory() {
        constexpr planning::tensor_plan where = plan_of<Model, Target>.tensors[Tensor];
        static_assert(where.lives == planning::home::arena,
                      "tigris: this input or output is not in the workspace");
        return this->template begin_of<where.region>() + where.offset;
    }
};

/// The workspace of run(model, in, out), in the library's arenas: exists only in programs that use
/// it. Not re-entrant.
template <auto Model, target Target = Model.default_target>
inline constinit workspace<Model, Target, arena_owner::library> default_workspace{};

}  // namespace tigris
