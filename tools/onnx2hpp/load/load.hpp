// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From a file to a model whose every value has a type and a shape.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Reads wanted.input. In the result, nodes are sorted, Constant nodes are constants, and Dropout
/// is Identity. Each node has one output, and its operator is among those that are `known`. Throws
/// failure(bad_input) or failure(unsupported).
onnx_model load(const options& wanted, const operator_table& known);

}  // namespace onnx2hpp
