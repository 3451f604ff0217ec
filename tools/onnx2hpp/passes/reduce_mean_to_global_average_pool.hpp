// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ReduceMean over rows, columns or both becomes a pool.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// A ReduceMean over rows and columns of an image becomes GlobalAveragePool. One over rows or
/// columns becomes AveragePool over a whole column or row. With channels last, these lie between
/// two Transposes. A Reshape follows where keepdims is 0.
void reduce_mean_to_global_average_pool(onnx_model& m);

/// Whether reduce_mean_to_global_average_pool() rewrites this node.
bool becomes_pool(const onnx_model& m, const node& n);

}  // namespace onnx2hpp
