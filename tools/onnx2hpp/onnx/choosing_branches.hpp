// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a user decides at conversion about a branch or a count that would be computed at run time.

#include <onnx2hpp/onnx_model.hpp>

#include <string>
#include <string_view>

namespace onnx2hpp {

/// What a user can do about a condition or a count that is computed at run time: the option that
/// makes the input constant on which it depends. If the input is compared with a number, the option
/// has that number. Nodes of `m` are those before the node that reads the decision.
std::string way_to_choose(const onnx_model& m, value_id decision,
                          std::string_view what = "condition");

}  // namespace onnx2hpp
