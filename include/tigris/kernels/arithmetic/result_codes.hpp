// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes of a quantized result: its zero point, and the range that the type and the activation
// leave.

#include <tigris/kernels/arithmetic/requantize.hpp>
#include <tigris/ops/clamp.hpp>

namespace tigris::kernels {

struct result_codes {
    int16_t zero_point = 0;
    int16_t low = 0;
    int16_t high = 0;

    friend constexpr bool operator==(const result_codes&, const result_codes&) = default;
};

/// The code of a real number, halves away from zero as TFLite rounds the bounds of activations.
constexpr int32_t quantize_away_from_zero(float real, const quantization& q, dtype type) {
    const float magnitude = (real < 0 ? -real : real) / q.scale;
    if (!(magnitude < 65536)) return real < 0 ? lowest_of(type) : highest_of(type);
    const int32_t units = int32_t(magnitude) + (magnitude - float(int32_t(magnitude)) >= 0.5f);
    const int32_t code = (real < 0 ? -units : units) + q.zero_point;
    return code < lowest_of(type)    ? lowest_of(type)
           : code > highest_of(type) ? highest_of(type)
                                     : code;
}

constexpr result_codes codes_of(const ops::clamp& c, const tensor& output, rounding rounds) {
    ops::code_range range = ops::quantize(c, output.quant, output.type);
    if (rounds == rounding::tflite && c.low > -ops::infinity)
        range.low = quantize_away_from_zero(c.low, output.quant, output.type);
    if (rounds == rounding::tflite && c.high < ops::infinity)
        range.high = quantize_away_from_zero(c.high, output.quant, output.type);
    return {int16_t(output.quant.zero_point), int16_t(range.low), int16_t(range.high)};
}

/// The code that lies `units` above the zero point, clamped.
template <class Out>
constexpr Out encode(int64_t units, const result_codes& codes) {
    // The limits are moved, not the units: 32 bits do then.
    const int32_t low = codes.low - codes.zero_point, high = codes.high - codes.zero_point;
    const int32_t close = saturated(units);
    return Out((close < low ? low : close > high ? high : close) + codes.zero_point);
}

/// Rounded half to even after dividing in single precision; NaN is the lowest code. Source: ONNX
/// QuantizeLinear.
template <class Out>
constexpr Out quantize_real(float x, float scale, const result_codes& codes) {
    const float code = round_half_even(x / scale) + float(codes.zero_point);
    if (!(code > float(codes.low))) return Out(codes.low);
    return code < float(codes.high) ? Out(code) : Out(codes.high);
}

constexpr float clamped(float x, const ops::clamp& c) {
    return x < c.low ? c.low : x > c.high ? c.high : x;
}

}  // namespace tigris::kernels
