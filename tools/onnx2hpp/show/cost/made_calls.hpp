// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How often a plan calls each task's kernel, and for how much.

#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// `count` equal calls, each for `rows` rows of `columns` pixels of the output. For a task that
/// adds up rows, rows and pixels of its input.
struct made_calls {
    std::int64_t count = 0;
    std::int32_t rows = 0;
    std::int32_t columns = 0;
};

/// The calls of task `k` in a run.
std::vector<made_calls> calls_made(const owned_plan& plan, int k);

}  // namespace onnx2hpp
