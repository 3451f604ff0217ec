// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of float layers that stay codes in flash (tigris/kernels/arithmetic/coded_weights.hpp).

#include <onnx2hpp/lower/lowering.hpp>

#include <optional>

namespace onnx2hpp {

/// Codes in ONNX's order, of i8 with zero point 0 or of u8; a scale for each output, or one. With a
/// `block`, a scale for so many weights of an output, and perhaps a zero point; their order is
/// ONNX's, too. `fits_4_bits`: all codes do, by the type's sign.
struct coded_weights {
    tensor_data codes;
    std::int32_t zero_point = 0;
    std::vector<float> scales;
    std::int64_t block = 0;
    std::vector<std::int64_t> zero_points;
    bool fits_4_bits = false;
};

/// What the weights of node n, a Conv, Gemm or MatMul of floats, were before they were dequantized.
/// Nothing where kernels cannot take that: scales along another axis than the outputs', zero points
/// that differ and do not vanish in 8 bits; blocks of other layers than matrices, or along the
/// outputs; and where the floats are no larger.
std::optional<coded_weights> coded_weights_of(const lowering& l, const node& n);

/// The constants of the step: weights, whose codes are now `arranged` in the kernel's order and
/// become i4 or u4 if they fit; scales, which also hold `factor`, and zero points of blocks.
int coded_constant(lowering& l, const node& n, const coded_weights& w, const tensor_data& arranged);
std::vector<int> scale_constants(lowering& l, const node& n, const coded_weights& w, float factor);

}  // namespace onnx2hpp
