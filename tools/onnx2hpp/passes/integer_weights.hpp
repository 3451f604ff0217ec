// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights, bias and border values of operators that become integer ones.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// The numbers of a float constant, or of what a DequantizeLinear makes of one; else nothing.
std::optional<std::vector<double>> constant_numbers(const rewriter& r, value_id v);

/// Integers with the numbers that they mean. `file_type`: value::file_type of the integers.
struct quantized_constant {
    std::string name;
    shared_tensor codes;
    affine quant;
    std::optional<tigris::dtype> file_type;
};

/// The constant that a DequantizeLinear reads.
std::optional<quantized_constant> quantized_behind(const rewriter& r, value_id v);

/// Whether any codes of their type, less their zero points, are from -8 to 7.
bool are_int4(const quantized_constant& weights);

/// Why the weights of a Conv, Gemm or MatMul cannot be int8 ones; empty if they can.
std::string obstacle_in_factors(const rewriter& r, const node& n);

/// Whether node n has no bias, or one of [outputs] or [1, outputs], or one number.
bool has_bias_of_outputs(const rewriter& r, const node& n, std::int64_t outputs);

/// What becomes of a bias that is no whole number of input scale times weight scale: it is rounded
/// where that changes a result by 1/8 of its scale at most, or the layer cannot be an integer one.
enum class coarse_bias { rounded, kept };

/// Of the codes that a layer reads and gives. `result` is 0 where no bias may be rounded.
struct layer_scales {
    float input;
    float result;
};

/// Why a Conv, Gemm or MatMul cannot compute with integer weights and bias; empty if it can.
std::string obstacle_in_weights(const rewriter& r, const node& n, const layer_scales& scales);

/// Whether a bias is a whole number of input scale times weight scale, or there is none. Requires
/// no obstacle.
bool has_whole_bias(const rewriter& r, const node& n, float input_scale);

/// Replaces inputs 1 and 2 by int8 weights and an int32 bias. Requires no obstacle.
void set_integer_weights(rewriter& r, int n, const layer_scales& scales,
                         std::vector<value_id>& inputs);

/// The real number that a Pad in constant mode adds; nothing for other modes or if it is not
/// constant.
std::optional<float> pad_value(const rewriter& r, const node& n);

/// Gives a Pad its border value as a float constant. Requires that pad_value has it.
void set_pad_value(rewriter& r, int n, std::vector<value_id>& inputs);

}  // namespace onnx2hpp
