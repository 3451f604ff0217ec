// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The target that a header's plans are for unless firmware gives another.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>

#include <string>

namespace onnx2hpp {

/// The member default_target of the model's type: what differs from the library's defaults.
std::string spell_target(const lowered_model& model, const options& o);

}  // namespace onnx2hpp
