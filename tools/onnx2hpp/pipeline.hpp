// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The stages of the tool in their order: docs/explanation/pipeline.md. What they throw:
// diagnostic.hpp.

#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/report/reported_model.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/boards.hpp>
#include <onnx2hpp/show/tensor_list.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// The files that a conversion writes, and the plan of the header; none where there is only a blob,
/// or with --quiet.
struct conversion {
    std::vector<output_file> files;
    std::optional<analysis> planned;
};

/// Throws failure(over_budget) where no plan fits.
conversion converted(const options& wanted);

/// What `onnx2hpp analyze` shows, also of a plan that does not fit.
analysis analyzed(const options& wanted);

/// The model and what is asked for, as a planner elsewhere reads them (show/planner_input.hpp).
std::string input_for_planner(const options& wanted);

/// What `onnx2hpp analyze --boards` shows: a result for each of options::on_boards.
std::vector<board_result> analyzed_on_boards(const options& wanted);

/// What `onnx2hpp tensors` shows.
std::vector<listed_tensor> listed(const options& wanted);

/// What `onnx2hpp report` tells of one of options::reports: its plan, those of `budgets`, or else
/// of some that its curve shows, and that curve.
reported_model reported(const options& wanted, const std::vector<std::uint64_t>& budgets);

}  // namespace onnx2hpp
