// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ReduceMean over rows, columns or both becomes a pool.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Both of an image: GlobalAveragePool; one of them: AveragePool over a whole row or column; with
/// channels last, between two Transposes. A Reshape follows where keepdims is 0.
void reduce_mean_to_global_average_pool(onnx_model& m);

/// Whether it does that to this node.
bool becomes_pool(const onnx_model& m, const node& n);

}  // namespace onnx2hpp
