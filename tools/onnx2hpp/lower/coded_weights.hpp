// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of float layers that stay codes in flash (tigris/kernels/arithmetic/coded_weights.hpp).

#include <onnx2hpp/lower/lowering.hpp>

#include <optional>

namespace onnx2hpp {

/// Weights as codes, in ONNX's order.
struct coded_weights {
    tensor_data codes;            // i8 with zero point 0, or u8
    std::int32_t zero_point = 0;  // zero point of all codes
    std::vector<float> scales;    // a scale for each output, or one; with `block`, for each block
    /// Neighboring weights of an output that share a scale; 0: all weights of an output.
    std::int64_t block = 0;
    /// Zero points of blocks, in ONNX's order; empty: zero_point holds.
    std::vector<std::int64_t> zero_points;
    bool fits_4_bits = false;  // all codes fit in 4 bits, with the type's sign
};

/// The weights of node n, a Conv, Gemm or MatMul of floats, before they were dequantized. Nothing
/// in the cases that kernels cannot take: scales along another axis than the outputs'; different
/// zero points that do not vanish in 8 bits; blocks along the outputs, or of layers other than
/// matrices. Nothing also if the floats are no larger.
std::optional<coded_weights> coded_weights_of(const lowering& l, const node& n);

/// Makes the constants of the step. Codes, `arranged` in the kernel's order, become i4 or u4 if
/// they fit. scale_constants makes the scales, multiplied by `factor`, and the zero points of
/// blocks.
int coded_constant(lowering& l, const node& n, const coded_weights& w, const tensor_data& arranged);
std::vector<int> scale_constants(lowering& l, const node& n, const coded_weights& w, float factor);

}  // namespace onnx2hpp
