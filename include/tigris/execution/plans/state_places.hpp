// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where states lie in their arena.

#include <tigris/execution/plans/plan_of.hpp>
#include <tigris/model/edge.hpp>
#include <tigris/planning/plan/state_value.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::execution {

template <auto Model, int State>
using state_input = input_edge<Model, own_inputs<type_of<Model>> + State>;
template <auto Model, int State>
inline constexpr int tensor_of_state_input = Model.inputs[own_inputs<type_of<Model>> + State];
template <auto Model, int State>
inline constexpr int tensor_of_state_output = Model.outputs[own_outputs<type_of<Model>> + State];

/// Whether the new value of a state may be made at the place of the old value.
template <auto Model, target Target, int State>
constexpr bool is_made_in_place() {
    constexpr auto& plan = plan_of<Model, Target>;
    constexpr int16_t read = plan.tensors[tensor_of_state_input<Model, State>].buffer;
    constexpr auto& to = plan.buffers[plan.tensors[tensor_of_state_output<Model, State>].buffer];
    constexpr auto& producer = plan.segments[to.first_segment];
    constexpr auto& first = plan.tasks[producer.begin];
    const bool in_place =
        planning::is_read_in_place({plan.reads + first.first_read, first.reads}, read);
    return planning::may_overwrite(plan.buffers[read], to, producer, in_place);
}

/// Offsets in the arena of states: of each value, and of the next value. Both are the same if the
/// next value is made in place.
template <int States>
struct state_places {
    int64_t now[States > 0 ? States : 1]{};
    int64_t next[States > 0 ? States : 1]{};
    int64_t bytes = 0;
};

template <auto Model, target Target>
constexpr auto place_states() {
    constexpr int states = type_of<Model>::state_count;
    state_places<states> places{};
    if constexpr (states > 0 && fits<Model, Target>)
        for_each_index<states>([&](auto state) {
            using input = state_input<Model, state.value>;
            constexpr int64_t bytes =
                planning::align_up(int64_t(input::extent) * int(sizeof(typename input::type)),
                                   offset_alignment<Model, Target>);
            places.now[state.value] = places.next[state.value] = places.bytes;
            places.bytes += bytes;
            if (is_made_in_place<Model, Target, state.value>()) return;
            places.next[state.value] = places.bytes;
            places.bytes += bytes;
        });
    return places;
}
template <auto Model, target Target>
inline constexpr auto state_places_of = place_states<Model, Target>();

/// Whether states have room in their memory, beside activations and constants.
template <auto Model, target Target>
constexpr bool have_states_room() {
    if constexpr (type_of<Model>::state_count > 0 && is_set(Target.memories) &&
                  fits<Model, Target>) {
        constexpr int region = region_of_states<Model, Target>;
        return uint64_t(state_places_of<Model, Target>.bytes +
                        plan_of<Model, Target>.region_bytes[region] +
                        taken_by_constants<Model, Target>.of[region]) <=
               (*Target.memories)[region].bytes;
    } else {
        return true;
    }
}

}  // namespace tigris::execution
