// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Nodes in an order in which each comes after those whose results it reads.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Sorts model.nodes, keeping the file's order wherever it can. Throws failure(bad_input), naming a
/// node on it, where there is a cycle.
void sort_topologically(onnx_model& model);

}  // namespace onnx2hpp
