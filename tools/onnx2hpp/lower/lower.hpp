// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From ONNX's operators to canonical ones.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Steps in execution order and tensors in memory order, for a model after run_passes().
///
/// Axes: an input of rank 4 (3) has the order that its first reader with a demand wants. Without a
/// demand, its channels are last (as in ONNX). A Transpose costs nothing. A transpose step exists
/// only if an operator needs another order than its input has. wanted.layout onnx keeps ONNX's
/// order for inputs and outputs.
///
/// A tensor is an activation, an input, an output or a constant, and nothing else. Through
/// reshapes, one block of memory holds at most one input or output. If the model wants more, a
/// convert step copies.
///
/// Tensor i holds the elements of the ONNX value tensor_names[i]; onnx_axis gives its axes.
///
/// Throws failure(unsupported) for what the canonical operators cannot do.
lowered_model lower(const onnx_model& m, const options& wanted);

}  // namespace onnx2hpp
