// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products with a constant matrix become gemm.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

void lower_gemm(lowering& l, const node& n);

/// The tensor with the first factor as rows; the weights [outputs, inputs] get their columns in its
/// order.
int rows_of_factor(lowering& l, const node& n, shared_tensor& weights);

}  // namespace onnx2hpp
