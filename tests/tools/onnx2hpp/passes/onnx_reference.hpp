// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes an ONNX model by the words of ONNX's specification, in double: before any pass, without
// lowering and without kernels.

#include <onnx2hpp/onnx_model.hpp>

#include <vector>

namespace onnx2hpp::test {

/// The outputs of `m` in ONNX's order, from the elements of its inputs. Codes that a QuantizeLinear
/// makes come as the real numbers that they mean. Knows Abs, Add, AveragePool, Clip, Concat, Conv,
/// DequantizeLinear, Gemm, GlobalAveragePool, MatMul, MaxPool, Neg, QuantizeLinear, Relu, Reshape,
/// nearest Resize by whole factors, Sigmoid, Mul and Transpose, without groups and dilations;
/// throws std::logic_error for others.
std::vector<std::vector<double>> reference_results(const onnx_model& m,
                                                   const std::vector<std::vector<double>>& inputs);

}  // namespace onnx2hpp::test
