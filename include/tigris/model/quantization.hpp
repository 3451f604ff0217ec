// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The meaning of codes: real = scale * (code - zero_point), and how results are rounded.

#include <stdint.h>

namespace tigris {

/// Per-tensor affine quantization. A tensor whose scale is 0 is not quantized.
struct quantization {
    float scale = 0;
    int32_t zero_point = 0;

    friend constexpr bool operator==(const quantization&, const quantization&) = default;
};

/// Rounding of rescaled integers, a property of the model (docs/reference/quantization.md).
/// nearest: once, halves up. tflite: twice, as gemmlowp and CMSIS-NN do.
enum class rounding : uint8_t { nearest, tflite };

}  // namespace tigris
