// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user declares for a model and a target: the arenas. Ordinary objects, of any storage
// duration but never needed on a stack.

#include <tigris/execution/budget_check.hpp>
#include <tigris/model/edge.hpp>

namespace tigris {

/// Slow memory of one run at a time, for a target that has some.
template <auto Model, target Target = Model.default_target>
struct slow_memory {
    static constexpr int64_t bytes =
        tigris::fits<Model, Target> ? plan_of<Model, Target>.slow_peak_bytes : 0;

    alignas(execution::arena_alignment<Model, Target>) unsigned char arena[bytes > 0 ? bytes : 1]{};
};

/// The slow memory of workspaces that are not given any. A specialization puts it into a section:
/// template <> [[gnu::section(".bss.slow")]] inline constinit tigris::slow_memory<m, board>
///     tigris::default_slow_memory<m, board>{};
template <auto Model, target Target>
inline constinit slow_memory<Model, Target> default_slow_memory{};

namespace execution {

/// A workspace's slow memory, if its plan uses any.
template <auto Model, target Target, bool UsesSlow>
struct slow_part {
    constexpr slow_part() = default;
    constexpr slow_part(slow_memory<Model, Target>&) {}
    static constexpr unsigned char* slow_arena() { return nullptr; }
};
template <auto Model, target Target>
struct slow_part<Model, Target, true> {
    // Null stands for the default, so that a workspace is all zeros and needs no image in flash.
    unsigned char* slow = nullptr;

    constexpr slow_part() = default;
    constexpr slow_part(slow_memory<Model, Target>& memory) : slow(memory.arena) {}
    constexpr unsigned char* slow_arena() const {
        return slow ? slow : default_slow_memory<Model, Target>.arena;
    }
};

template <auto Model, target Target>
using slow_part_of = slow_part<Model, Target, (slow_memory<Model, Target>::bytes > 0)>;

}  // namespace execution

/// Fast memory of one run at a time. Constant-initialized, so it lies in .bss. Fails to compile,
/// saying why, if the model does not fit the target. Where the plan uses slow memory, it is the
/// default_slow_memory, which all workspaces of a model and a target share; what is to run at the
/// same time gets a slow_memory<Model, Target> of its own, passed to the constructor (a static
/// workspace then lies in .data).
template <auto Model, target Target = Model.default_target>
struct workspace : execution::budget_check<Model, Target>, execution::slow_part_of<Model, Target> {
    using execution::slow_part_of<Model, Target>::slow_part_of;
    static constexpr bool fits = tigris::fits<Model, Target>;
    static constexpr int64_t bytes = fits ? plan_of<Model, Target>.fast_peak_bytes : 0;
    static constexpr uint32_t alignment = execution::arena_alignment<Model, Target> < 8
                                              ? 8
                                              : execution::arena_alignment<Model, Target>;

    alignas(alignment) unsigned char arena[bytes > 0 ? bytes : 1]{};

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
        unsigned char* base = where.region == slow_region ? this->slow_arena() : arena;
        return base + where.offset;
    }
};

/// The workspace of run(model, in, out): exists only in programs that call it. Not re-entrant.
template <auto Model>
inline constinit workspace<Model> default_workspace{};

}  // namespace tigris
