// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The calls of a run, in their order: the planner's replays, told call by call.

#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// The calls that execution/steps/segment.hpp makes for a plan that was laid out as `p`.
std::vector<task_call> list_calls(const tigris::planning::planned& p, const owned_plan& made);

}  // namespace onnx2hpp
