// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Types and shapes of all values, from those of inputs and constants, and what is constant of them.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Walks the nodes in order; may be called again after passes changed them. Nodes whose operator is
/// said in terms of others are replaced by those (expand/), nodes that make constants by the
/// constants (evaluate/). Inputs that decide
/// about shapes (Reshape's, Pad's, axes) must be constant or copies of constants. Results of
/// operators that ONNX does not have must be known already. Throws failure(bad_input) where ONNX's
/// rules are broken, failure(unsupported) for shapes computed at run time and types without
/// kernels.
void infer_shapes(onnx_model& model);

/// Appends a node as infer_shapes does, or what it is replaced by: for expansions (expansion.hpp)
/// of passes.
void append_inferred(onnx_model& model, node n);

}  // namespace onnx2hpp
