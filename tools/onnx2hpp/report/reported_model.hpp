// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a report tells of a model.

#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/tensor_list.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A model as a report shows it.
struct reported_model {
    std::string file;                  // path of the ONNX file
    std::vector<std::string> options;  // options, as words of a command line
    /// Plan that was asked for, with alternatives, then plans of other budgets; all with calls.
    std::vector<analysis> plans;
    std::vector<swept_budget> curve;     // plans of --sweep
    std::string planner_input;           // what a page needs to plan the model itself; or nothing
    std::vector<listed_tensor> tensors;  // tensors of the first plan
    std::vector<std::string> files{};    // files that were read

    const analysis& shown() const { return plans.front(); }
};

}  // namespace onnx2hpp
