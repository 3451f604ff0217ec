// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The range that a fused activation (Relu, Relu6, Clip) leaves to a result.

#include <stdint.h>
#include <tigris/model/tensor.hpp>
#include <tigris/support/math.hpp>

namespace tigris::ops {

inline constexpr float infinity = __builtin_huge_valf();

/// Bounds in real numbers, for floating-point and for quantized results alike.
struct clamp {
    static constexpr const char* member_names = "low, high";

    float low = -infinity;
    float high = infinity;

    friend constexpr bool operator==(const clamp&, const clamp&) = default;
};

/// Bounds of the integer codes of a result.
struct code_range {
    int32_t low = 0;
    int32_t high = 0;
};

/// The code of a real number: rounded half to even after dividing in float, saturated to the type.
/// Source: ONNX QuantizeLinear.
constexpr int32_t quantize(float real, const quantization& q, dtype type) {
    const float code = round_half_even(real / q.scale) + float(q.zero_point);
    if (!(code > float(lowest_of(type)))) return lowest_of(type);
    return code < float(highest_of(type)) ? int32_t(code) : highest_of(type);
}

constexpr code_range quantize(const clamp& c, const quantization& q, dtype type) {
    return {c.low > -infinity ? quantize(c.low, q, type) : lowest_of(type),
            c.high < infinity ? quantize(c.high, q, type) : highest_of(type)};
}

}  // namespace tigris::ops
