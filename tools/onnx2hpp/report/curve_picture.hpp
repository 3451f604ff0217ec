// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What budgets of fast memory cost, as a picture.

#include <onnx2hpp/report/picture.hpp>
#include <onnx2hpp/show/swept_budget.hpp>

#include <vector>

namespace onnx2hpp {

/// Budgets from left to right, upwards what the planner weighs. At least one of them fits.
picture draw_curve(const std::vector<swept_budget>& curve, std::string_view id);

}  // namespace onnx2hpp
