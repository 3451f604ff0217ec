// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One model on several boards.

#include <onnx2hpp/show/analysis.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// The result for a model on a board.
struct board_result {
    std::string board;                // name of the board
    std::string core;                 // name of its core
    std::optional<analysis> planned;  // the plan, if there is one
    std::string refusal;              // why there is no plan

    bool fits() const { return planned && !planned->exceeded; }
};

/// A line for each board: whether the model fits, and what it takes of the memories. What does not
/// fit or is refused is said below.
std::string to_text(const std::vector<board_result>& boards);

}  // namespace onnx2hpp
