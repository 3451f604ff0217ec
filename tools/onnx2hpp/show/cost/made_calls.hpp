// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How often a plan calls each task's kernel, and for how much.

#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Equal calls of a task. For a task that adds up rows, rows and pixels are those of its input.
struct made_calls {
    std::int64_t count = 0;    // number of calls
    std::int32_t rows = 0;     // rows of the output per call
    std::int32_t columns = 0;  // pixels of a row
};

/// The calls of task `k` in a run.
std::vector<made_calls> calls_made(const owned_plan& plan, int k);

}  // namespace onnx2hpp
