// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a workspace keeps of a model from one run to the next, apart from all arenas.

#include <tigris/execution/arena.hpp>
#include <tigris/model/edge.hpp>
#include <tigris/planning/state_value.hpp>

namespace tigris::execution {

template <auto Model, int State>
using state_input = input_edge<Model, own_inputs<type_of<Model>> + State>;
template <auto Model, int State>
inline constexpr int tensor_of_state_input = Model.inputs[own_inputs<type_of<Model>> + State];
template <auto Model, int State>
inline constexpr int tensor_of_state_output = Model.outputs[own_outputs<type_of<Model>> + State];

/// Whether the new value of a state may be made where the old one is.
template <auto Model, target Target, int State>
constexpr bool is_made_in_place() {
    constexpr auto& plan = plan_of<Model, Target>;
    const planning::buffer_plan& from =
        plan.buffers[plan.tensors[tensor_of_state_input<Model, State>].buffer];
    const planning::buffer_plan& to =
        plan.buffers[plan.tensors[tensor_of_state_output<Model, State>].buffer];
    const planning::segment_plan& maker = plan.segments[to.first_segment];
    return planning::may_overwrite(from, to, maker, plan.tasks[maker.begin]);
}

/// The value of a state, and room for the next one where that cannot be made in place.
template <auto Model, target Target, int State,
          bool InPlace = is_made_in_place<Model, Target, State>()>
struct state_memory {
    using element = typename state_input<Model, State>::type;
    static constexpr int extent = state_input<Model, State>::extent;

    alignas(arena_alignment<Model, Target>) element now[extent]{};
    alignas(arena_alignment<Model, Target>) element next[extent]{};

    constexpr element* made() { return next; }
    void keep() { __builtin_memcpy(now, next, sizeof(now)); }
};
template <auto Model, target Target, int State>
struct state_memory<Model, Target, State, true> {
    using element = typename state_input<Model, State>::type;
    static constexpr int extent = state_input<Model, State>::extent;

    alignas(arena_alignment<Model, Target>) element now[extent]{};

    constexpr element* made() { return now; }
    static void keep() {}
};

/// Whether zeros in memory are not what some state begins with.
template <auto Model, int... State>
constexpr bool has_zero_points(index_sequence<State...>) {
    return (... || (state_input<Model, State>::zero_point != 0));
}

/// Whether states have the value that they begin with. Memory is zero when a program starts; where
/// that is not what zero is, the first run sets it.
template <bool Needed>
struct state_latch {
    bool is_set = false;
};
template <>
struct state_latch<false> {};

template <auto Model, target Target, class States>
struct state_set;
template <auto Model, target Target, int... State>
struct state_set<Model, Target, index_sequence<State...>>
    : state_memory<Model, Target, State>...,
      state_latch<has_zero_points<Model>(index_sequence<State...>{})> {
    static constexpr bool has_latch = has_zero_points<Model>(index_sequence<State...>{});

    /// All states become zero: the zero point where they are quantized.
    void reset() {
        (fill(state_memory<Model, Target, State>::now,
              typename state_input<Model, State>::type(state_input<Model, State>::zero_point)),
         ...);
        if constexpr (has_latch) this->is_set = true;
    }

    /// Where state number S is read and written in a run.
    template <int S>
    constexpr auto* state_read() {
        return state_memory<Model, Target, S>::now;
    }
    template <int S>
    constexpr auto* state_written() {
        return state_memory<Model, Target, S>::made();
    }

    void begin_run() {
        if constexpr (has_latch)
            if (!this->is_set) reset();
    }
    void end_run() { (state_memory<Model, Target, State>::keep(), ...); }

private:
    template <class T, int N>
    static void fill(T (&items)[N], T value) {
        for (T& item : items) item = value;
    }
};
template <auto Model, target Target>
struct state_set<Model, Target, index_sequence<>> {
    static constexpr void begin_run() {}
    static constexpr void end_run() {}
};

template <auto Model, target Target>
using states_of = state_set<Model, Target, make_index_sequence<type_of<Model>::state_count>>;

}  // namespace tigris::execution
