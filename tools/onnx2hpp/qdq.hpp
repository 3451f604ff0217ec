// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Scales and zero points of QuantizeLinear and DequantizeLinear nodes.

#include <onnx2hpp/onnx_model.hpp>

#include <optional>

namespace onnx2hpp {

/// Scales and zero points of a QuantizeLinear or DequantizeLinear, equally many of both. `axis`
/// counts from the front. Fails if they are not constant, not finite, or not one for each index of
/// `axis`. Fails also if a scale is negative, or is zero for a value that is not constant.
affine parameters_of(const onnx_model& m, const node& n);

/// Scales and zero points for codes of `dims`, in blocks that divide their axis. Blocks are smaller
/// where the last block given is shorter. Nothing where each code would be a block. Source: ONNX,
/// QuantizeLinear, block_size.
std::optional<affine> in_equal_blocks(const affine& quant, const extents& dims);

/// Which scale belongs to element `index` of a tensor of `dims`. The last block may be shorter.
std::size_t channel_of(const affine& quant, const extents& dims, std::size_t index);

/// All codes of a tensor, less their zero points.
std::vector<std::int64_t> centered_codes(const tensor_data& codes, const affine& quant);

/// The real numbers that integers mean.
std::vector<double> dequantized(const tensor_data& codes, const affine& quant);

/// Axis k of the result is axis axes[k] of what is given: blocks lie along another axis then.
dequantized_constant permuted(const dequantized_constant& given, const std::vector<int>& axes);

/// Whether all codes have one scale and one zero point.
bool is_uniform(const affine& quant);

/// Whether integer kernels know codes of this type; those of 16 bits only around a zero point of 0.
bool are_kernel_codes(tigris::dtype type, bool around_zero);

/// Whether integer kernels know codes of this type with one scale.
bool are_kernel_codes(tigris::dtype type, const affine& quant);

/// The first scale and zero point, as the library has them.
tigris::quantization quantization_of(const affine& quant);

}  // namespace onnx2hpp
