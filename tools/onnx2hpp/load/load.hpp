// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From a file to a model whose every value has a type and a shape.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Reads wanted.input. Nodes are sorted, Constant nodes are constants, Dropout is Identity, every
/// node has one output, and all are among the operators that are `known`. Throws failure(bad_input)
/// or failure(unsupported).
onnx_model load(const options& wanted, const operator_table& known);

}  // namespace onnx2hpp
