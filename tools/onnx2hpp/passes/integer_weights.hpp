// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights, bias and border values of operators that become integer ones.

#include <onnx2hpp/passes/rewrite.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// The numbers of a float constant, or of what a DequantizeLinear makes of one; else nothing.
std::optional<std::vector<double>> constant_numbers(const rewriter& r, value_id v);

/// Of the codes that a layer reads and gives.
struct layer_scales {
    float input;
    float result;
};

/// Why a Conv, Gemm or MatMul cannot compute with integer weights and bias; empty if it can.
std::string obstacle_in_weights(const rewriter& r, const node& n, const layer_scales& scales);

/// Replaces inputs 1 and 2 by int8 weights and an int32 bias. Requires no obstacle.
void set_integer_weights(rewriter& r, int n, const layer_scales& scales,
                         std::vector<value_id>& inputs);

/// The real number that a Pad in constant mode adds; nothing for other modes or if it is not
/// constant.
std::optional<float> pad_value(const rewriter& r, const node& n);

/// Gives a Pad its border value as a float constant. Requires that pad_value has it.
void set_pad_value(rewriter& r, int n, std::vector<value_id>& inputs);

}  // namespace onnx2hpp
