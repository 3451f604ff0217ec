// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Infers types and shapes of all values from inputs and constants, and computes constant values.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Walks the nodes in order. Passes may call it again after changes.
///
/// * Nodes with an expansion are replaced (expand/).
/// * Nodes that make constants become constants (evaluate/).
/// * Inputs that decide about shapes (Reshape's, Pad's, axes) must be constant or copies of
///   constants.
/// * Results of operators that ONNX does not have must be known already.
///
/// Throws failure(bad_input) if ONNX's rules are broken, failure(unsupported) for shapes computed
/// at run time and for types without kernels.
void infer_shapes(onnx_model& model);

/// Appends a node as infer_shapes does, or what it is replaced by: for expansions (expansion.hpp)
/// of passes.
void append_inferred(onnx_model& model, node n);

}  // namespace onnx2hpp
