// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Inputs and outputs, as generated files tell users of them.

#include <onnx2hpp/lowered_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// The name of an element type in C and C++.
std::string element_name(tigris::dtype type);

/// `int8_t [1, 3], scale 0.5f, zero point 7`
std::string spell_type(const tigris::tensor& t);

/// The inputs or outputs that are the caller's: those that are no states.
std::vector<int> own_edges(const lowered_model& model, std::vector<int> edges);

}  // namespace onnx2hpp
