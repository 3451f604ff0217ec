// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Leaves out of a graph what only training needs.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Second and later outputs that nobody reads are dropped, Dropout becomes Identity, Constant nodes
/// become constants. Throws failure(unsupported) for outputs that are read (MaxPool's indices,
/// statistics of BatchNormalization, Dropout's mask) and for nodes in training mode.
void leave_training_out(onnx_model& model);

/// Whether expand/ takes a node apart for each of its outputs, so that its first one may be absent.
bool expands_without_first_output(const onnx_model& model, const node& n);

}  // namespace onnx2hpp
