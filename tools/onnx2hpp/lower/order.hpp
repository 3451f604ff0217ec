// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The order in which nodes become steps.

#include <onnx2hpp/onnx_model.hpp>

#include <vector>

namespace onnx2hpp {

/// Numbers of all nodes, each after the nodes that it reads. The order is depth first, so that a
/// result is used soon after it is made. Of several branches, the one that lets the others run with
/// less memory comes first, otherwise the branch of the first reader. The order depends on nothing
/// else. Requires a model without cycles.
std::vector<int> execution_order(const onnx_model& m);

}  // namespace onnx2hpp
