// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The integer constants of a quantized layer.

#include <onnx2hpp/lower/lowering.hpp>

#include <vector>

namespace onnx2hpp {

/// Adds bias, multiplier and shift of a Conv, Gemm or MatMul and returns their tensors. `weights`
/// is [outputs, ...]. The bias holds -zero_point * (sum of the output's weights); multiplier and
/// shift stand for alpha * input scale * weight scale / output scale, one of each where all are
/// equal. Fails where an accumulator could leave 32 bits.
std::vector<int> requantization(lowering& l, const node& n, const tensor_data& weights);

/// Whether the node computes with integers.
bool is_quantized(const lowering& l, const node& n);

/// Fails for codes, in forms of operators that only floats have.
[[noreturn]] void fail_quantized(const node& n);

/// Fails if a quantized output's scale is too small: multipliers saturate if `real` is 2^30 units
/// of it or more.
void require_below_saturation(const lowering& l, const node& n, float real);

}  // namespace onnx2hpp
