// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan that the compiler will make from the header, made here by the same functions.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <tigris/planning/make_plan.hpp>

#include <vector>

namespace onnx2hpp {

struct model_plan : tigris::planning::plan_totals {
    std::vector<tigris::planning::tensor_plan> tensors;
    std::vector<tigris::planning::step_plan> steps;
};

/// The plan of a lowered model; tensors are aligned to `alignment` bytes.
model_plan plan(const lowered_model& model, std::int64_t alignment);

/// Fails with outcome::over_budget, naming the operator at the peak, if the plan exceeds the
/// options' budgets. Tensors are aligned as on the smallest cores, so what is refused here fits
/// nowhere.
void check_budgets(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
