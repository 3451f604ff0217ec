// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Strings of a model: numbers that stand for them (value::texts), from the node that makes labels
// to the graph's output.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Throws failure(unsupported) where a node reads strings and does more than to move them.
void require_numbers(const onnx_model& model, const node& n);

/// What is moved are strings still. Requires that the node's output is known.
void pass_texts(onnx_model& model, const node& n);

}  // namespace onnx2hpp
