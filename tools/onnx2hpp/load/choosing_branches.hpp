// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a user chooses the branch of an If while the model is converted.

#include <onnx2hpp/onnx_model.hpp>

#include <string>

namespace onnx2hpp {

/// What to do about an If whose condition is computed at run time: the option that makes an input
/// constant which the condition depends on, with the number that it is compared with if there is
/// one. Nodes of `m` are those before the If.
std::string way_to_choose(const onnx_model& m, value_id condition);

}  // namespace onnx2hpp
