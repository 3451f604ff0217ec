// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The sentence that says which memory is too small for a model, and what would help.

#include <onnx2hpp/plan/memory_lack.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <cstdint>
#include <optional>

namespace onnx2hpp {

/// The least fast memory for which a search found a plan, and the step that needs most of it there;
/// INT64_MAX and -1 where it found none.
struct searched_plan {
    std::int64_t bytes = INT64_MAX;
    int peak_step = -1;
};

/// The memory that is too small for the target's plan. The sentence has bytes with which a plan
/// fits, bytes given, the step that needs most, and what would help. Nothing where the model fits.
/// `searched`: what a search found, if there was one.
std::optional<memory_lack> exceeded_budget(const lowered_model& model, planner& plans,
                                           const tigris::target& target,
                                           std::optional<searched_plan> searched = {});

/// Fails with outcome::over_budget and that sentence if no plan fits.
void check_budgets(const lowered_model& model, const options& options,
                   std::optional<searched_plan> searched = {});

}  // namespace onnx2hpp
