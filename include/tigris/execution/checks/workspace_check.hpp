// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks that a model can have a workspace for a target. One error says why not.

#include <tigris/execution/checks/budget_check.hpp>
#include <tigris/execution/checks/packed_check.hpp>
#include <tigris/execution/plans/state_places.hpp>

namespace tigris::execution {

/// Completing this type gives one error if the states do not fit in their memory.
template <auto Model, target Target>
struct room_for_states {
    static_assert(have_states_room<Model, Target>(),
                  "tigris: the model's states do not fit beside activations and constants in "
                  "their memory; convert the model for this target, or name another memory for "
                  "states");
};

/// A pointer to the fault of a target, its budgets, states or packed constants, or to
/// nothing_to_say. The fault is a class whose completion is one compile error.
template <auto Model, target Target>
constexpr auto fault_of_workspace() {
    if constexpr (!is_same<budget_check<Model, Target>, nothing_to_say>)
        return as_check<budget_check<Model, Target>>();
    else if constexpr (!have_states_room<Model, Target>())
        return as_check<room_for_states<Model, Target>>();
    else
        return fault_of_packed<Model, Target>();
}

template <auto Model, target Target>
using workspace_check = typename pointed_check<decltype(fault_of_workspace<Model, Target>())>::type;

/// Always false, but only once the class is completed.
template <class Model>
inline constexpr bool has_member = false;

// What a call of a member gives that a workspace lacks: one error.

template <class Model>
struct no_states {
    static_assert(has_member<Model>,
                  "tigris: the model has no states to reset; convert it with --state if it should "
                  "keep some");
};
template <class Model>
struct no_blob {
    static_assert(has_member<Model>,
                  "tigris: the model reads no blob, so there is none to bind; convert it with "
                  "--weights blob");
};
template <class Model>
struct arenas_of_its_own {
    static_assert(has_member<Model>,
                  "tigris: this workspace has its own arenas, so there are none to bind; declare "
                  "workspace<model, target, tigris::external>");
};

}  // namespace tigris::execution
