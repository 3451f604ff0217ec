// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A step that runs on a portable kernel where the target forbids it, as one compile error.

#include <tigris/execution/plans/facts.hpp>
#include <tigris/planning/target/target.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::execution {

/// Completing this type gives one error if the target forbids fallback and the backend has no
/// kernel for a step. `Op` names the step.
template <class Model, auto Op, backend Wanted>
struct kernel_of_step {
    static_assert(Wanted == portable,
                  "tigris: the target forbids fallback, and its backend has no kernel for a step");
};

constexpr bool falls_back(const planning::step_facts& s) {
    return s.op.contract != ops::contract::alias && s.kernel.backend == portable &&
           !s.kernel.by_choice;
}

/// The first step that falls back, or -1. Reshapes have no kernel and do not count, nor do steps
/// that the backend leaves to portable on purpose.
constexpr int first_fallback(view<const planning::step_facts> steps) {
    for (int step = 0; step < steps.size; ++step)
        if (falls_back(steps[step])) return step;
    return -1;
}

template <auto Model, target Target>
constexpr int forbidden_step() {
    if constexpr (!Target.forbid_fallback || Target.backend == portable)
        return -1;
    else
        return first_fallback(view_of(facts_for<Model, Target.backend>.steps));
}

template <auto Model, target Target>
using fallback_check =
    kernel_of_step<type_of<Model>,
                   static_cast<typename type_of<Model>::op>(forbidden_step<Model, Target>()),
                   Target.backend>;

}  // namespace tigris::execution
