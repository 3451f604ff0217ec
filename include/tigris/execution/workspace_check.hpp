// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether a model can have a workspace for a target, or one error that says why not.

#include <tigris/execution/budget_check.hpp>
#include <tigris/execution/packed_check.hpp>
#include <tigris/execution/state_places.hpp>

namespace tigris::execution {

/// What the target, its budgets, states and packed constants refuse: a class whose completion is
/// one compile error, or nothing_to_say.
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

}  // namespace tigris::execution
