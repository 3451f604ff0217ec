// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes a lowered model by the definition of its operators, in double, without the library's
// kernels.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

#include <vector>

namespace onnx2hpp::test {

/// Elements of a tensor in memory order: real numbers, or codes of a quantized tensor.
using elements = std::vector<double>;

/// The elements of every tensor of `m`, from those of its inputs.
std::vector<elements> interpret(const lowered_model& m, const std::vector<elements>& inputs);

/// The fixed pattern of small numbers, codes where the type is an integer, that results_of gives an
/// input of this many elements.
elements input_pattern(tigris::dtype type, std::int64_t count);

/// All outputs of a model after its passes, in ONNX's order and as real numbers, from inputs of
/// that pattern.
std::vector<elements> results_of(const onnx_model& m, const options& wanted = {});

/// Elements in memory order, of a tensor whose elements are given in ONNX's order, and back.
elements to_memory_order(const tigris::tensor& t, const elements& in_onnx_order);
elements to_onnx_order(const tigris::tensor& t, const elements& in_memory_order);

}  // namespace onnx2hpp::test
