// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One function for each family of operators: the constant that a node makes, or null.

#include <onnx2hpp/evaluate/evaluate.hpp>

namespace onnx2hpp {

using evaluation_rule = shared_tensor (*)(const constant_node&);

// evaluate_arithmetic.cpp
shared_tensor evaluate_add(const constant_node&);
shared_tensor evaluate_multiply(const constant_node&);

// evaluate_moves.cpp
shared_tensor evaluate_transpose(const constant_node&);
shared_tensor evaluate_reshape(const constant_node&);
shared_tensor evaluate_concat(const constant_node&);

// evaluate_quantize.cpp
shared_tensor evaluate_quantize(const constant_node&);

}  // namespace onnx2hpp
