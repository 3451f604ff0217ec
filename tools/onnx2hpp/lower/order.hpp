// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The order in which nodes become steps.

#include <onnx2hpp/onnx_model.hpp>

#include <vector>

namespace onnx2hpp {

/// Numbers of all nodes, each behind those that it reads: depth first, so that a result is used
/// soon after it is made; of several branches first the one that lets the others get by with less
/// memory, else that of the first reader. Depends on nothing else.
/// Requires a model without cycles.
std::vector<int> execution_order(const onnx_model& m);

}  // namespace onnx2hpp
