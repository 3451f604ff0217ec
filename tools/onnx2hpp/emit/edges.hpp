// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Inputs and outputs, as generated files tell users of them.

#include <onnx2hpp/lowered_model.hpp>

#include <string>

namespace onnx2hpp {

/// `int8_t [1, 3], scale 0.5f, zero point 7`
std::string spell_type(const tigris::tensor& t);

}  // namespace onnx2hpp
