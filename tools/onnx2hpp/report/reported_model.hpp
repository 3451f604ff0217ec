// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a report tells of a model.

#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/tensor_list.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// `plans`: the plan that was asked for, with its alternatives; then those of other budgets. All
/// have calls. `curve` is that of --sweep. `tensors` are those of the first. `options` are words of
/// the command line. `planner_input`: what a page needs to plan the model itself, or nothing.
/// `files` were read.
struct reported_model {
    std::string file;
    std::vector<std::string> options;
    std::vector<analysis> plans;
    std::vector<swept_budget> curve;
    std::string planner_input;
    std::vector<listed_tensor> tensors;
    std::vector<std::string> files{};

    const analysis& shown() const { return plans.front(); }
};

}  // namespace onnx2hpp
