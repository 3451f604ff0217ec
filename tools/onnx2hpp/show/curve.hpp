// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which budgets are worth a look: those at which the plan changes.

#include <onnx2hpp/show/swept_budget.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace onnx2hpp {

/// The most budgets of a curve.
inline constexpr std::size_t most_curve_points = 24;

/// Budgets from `least` to what the cheapest plan takes, with their plans. Between them are budgets
/// at which instructions, recomputation or traffic fall by 1 %. Where no core is named, the
/// planner's cost stands for instructions. Usually a budget is what its plan takes; it is more if
/// the planner finds another plan with less. Nothing if an end does not fit in the memories.
/// `plan_for` is called a few times for each budget.
std::vector<swept_budget> find_curve(std::uint64_t least,
                                     const std::function<swept_budget(std::uint64_t)>& plan_for);

/// How much two plans differ, as a share of the larger: in instructions, recomputation or traffic,
/// whichever differs most. In cost where instructions are not known.
double difference(const swept_budget& a, const swept_budget& b);

}  // namespace onnx2hpp
