// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a user decides, while the model is converted, what else the run time would.

#include <onnx2hpp/onnx_model.hpp>

#include <string>
#include <string_view>

namespace onnx2hpp {

/// What to do about a condition or a count that is computed at run time: the option that makes an
/// input constant which it depends on, with the number that it is compared with if there is one.
/// Nodes of `m` are those before the one that reads it.
std::string way_to_choose(const onnx_model& m, value_id decision,
                          std::string_view what = "condition");

}  // namespace onnx2hpp
