// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The second worker of a run: another core, which the firmware starts.

#include <tigris/execution/arguments/crew.hpp>
#include <tigris/execution/checks/budget_check.hpp>
#include <tigris/execution/checks/run_check.hpp>
#include <tigris/execution/plans/plan_of.hpp>

namespace tigris {

/// A second worker, with these functions:
///
/// * start(function, context) lets another core call function(context), and returns at once. The
///   call must see what was written before start.
/// * join() returns when that call has returned. After join, what the call wrote must be seen.
/// * rest(uint32_t looks), a static member, is optional. It is called after each look in vain for
///   the other worker. If threads may be interrupted, it gives way to other threads.
///
/// The function waits in loops for the core that started it, so both cores must run at the same
/// time.
template <class Worker>
concept is_worker = requires(Worker& w, void (*function)(void*), void* context) {
    w.start(function, context);
    w.join();
};

namespace execution {

/// A run has no second worker.
struct no_worker {};

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

}  // namespace execution
}  // namespace tigris
