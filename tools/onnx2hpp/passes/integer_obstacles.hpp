// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which operators between DequantizeLinear and QuantizeLinear can be integer ones, and of what.

#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// The codes from which v is dequantized, if kernels read them.
value_id codes_of(const rewriter& r, value_id v);

/// Output values of all QuantizeLinear nodes that read v.
std::vector<value_id> quantized_forms(const rewriter& r, value_id v);

/// The operators whose result means what their input means: the codes only move.
bool keeps_codes(const rewriter& r, const node& n);

/// Whether node n, which has one operand of codes and keeps them, would be an integer operator if a
/// QuantizeLinear with the parameters of its input followed.
bool lacks_only_codes_of_result(const rewriter& r, const node& n);

/// How many of the first inputs are data; the rest are weights, bounds or shapes.
std::size_t data_inputs(const rewriter& r, const node& n);

bool has_weights(const rewriter& r, const node& n);

/// Whether n is a layer that reads codes of 8 bits, in rows and columns at most.
bool is_layer_of_bytes(const rewriter& r, const node& n);

/// Those of layer n. Requires no obstacle in inputs and output.
layer_scales scales_of(const rewriter& r, const node& n, coarse_bias form);

bool pads_with_a_number(const node& n);

/// The type in which node n computes: the type of its first operand that is not constant. It is 16
/// bits if any operand has 16 bits, or if the result has and is not only moved. Requires no
/// obstacle in inputs and output.
tigris::dtype working_type(const rewriter& r, const node& n);

/// Why node n cannot be an integer operator; empty if it can.
std::string obstacle_to_integers(const rewriter& r, const node& n, coarse_bias form);

}  // namespace onnx2hpp
