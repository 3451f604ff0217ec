// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks that a run with a second worker has a target for two. One error says so.

#include <tigris/execution/arguments/crew.hpp>
#include <tigris/execution/arguments/worker.hpp>
#include <tigris/execution/checks/budget_check.hpp>
#include <tigris/execution/checks/run_check.hpp>
#include <tigris/execution/plans/plan_of.hpp>

namespace tigris::execution {

/// Whether a target's plan has calls that two workers share.
template <auto Model, target Target>
constexpr bool find_shared() {
    if constexpr (Target.workers > 1 && fits<Model, Target>) {
        constexpr auto& plan = plan_of<Model, Target>;
        for (int s = 0; s < plan.segment_count; ++s)
            if (is_shared(plan, s)) return true;
    }
    return false;
}
template <auto Model, target Target>
inline constexpr bool shares_rows = find_shared<Model, Target>();

template <int Workers>
struct workers_of_run {
    static_assert(Workers > 1,
                  "tigris: the target has one worker, but the run gets a second one; give the "
                  "target .workers = 2");
};

/// A pointer to the fault of a run with a second worker, or to nothing_to_say.
template <target Target>
constexpr auto fault_of_workers() {
    if constexpr (Target.workers > 1)
        return as_check<nothing_to_say>();
    else
        return as_check<workers_of_run<Target.workers>>();
}

}  // namespace tigris::execution
