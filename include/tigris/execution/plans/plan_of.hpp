// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan of a model for a target as a constant of the program, and whether it fits.

#include <tigris/execution/plans/smallest.hpp>
#include <tigris/support/check.hpp>

namespace tigris {
namespace execution {

template <auto Model, target Target>
constexpr bool fits_budgets() {
    if constexpr (chosen<Model, Target>.given_up)
        return false;
    else
        return uint64_t(plan_for<Model, with_flash_only(planned_target<Model, Target>),
                                 chosen<Model, Target>>
                            .flash_bytes) <= Target.flash;
}

}  // namespace execution

/// The hash of a model's graph that its hints must name.
template <auto Model, backend Backend = portable, uint64_t Scratch = unlimited>
inline constexpr uint64_t graph_hash_of = execution::graph_hash_for<Model, Backend, Scratch>;

/// The plan of a model for a target: totals, stages, segments, tasks, buffers, tensors, steps
/// (planning/plan/plan.hpp). It follows a hint that the firmware gives, or one of the header.
/// Without a hint it is the cheapest plan that fits, or the smallest plan if none fits. A budget is
/// never an error here.
template <auto Model, target Target = Model.default_target>
    requires is_usable_target<Target>
inline constexpr auto& plan_of =
    (complete(as_check<execution::library_check<Model, Target.backend>>()),
     execution::plan_for<Model, execution::with_flash_only(execution::shown_target<Model, Target>),
                         execution::shown<Model, Target>>);

/// Whether the model fits its target. An error only if a hint is wrong.
template <auto Model, target Target = Model.default_target>
    requires is_usable_target<Target>
inline constexpr bool fits = execution::fits_budgets<Model, Target>();

/// The least bytes of fast memory with which the compiler finds a plan that fits, given the
/// target's slow memory. Hints of the model for the same target with less fast memory count, too. A
/// search of onnx2hpp may find a plan that takes less.
template <auto Model, target Target = Model.default_target>
    requires is_usable_target<Target>
inline constexpr int64_t smallest_fast_bytes =
    execution::prefix_bytes<Model> +
    (execution::least_hint<Model, Target>.bytes < execution::least_attempt<Model, Target>.bytes
         ? execution::least_hint<Model, Target>.bytes
         : execution::least_attempt<Model, Target>.bytes);

}  // namespace tigris
