// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/dead_channels.hpp>
#include <tigris/kernels/arithmetic/channel_scale.hpp>
#include <tigris/kernels/arithmetic/requantize.hpp>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

using tigris::fixed_multiplier;
using tigris::rounding;
using tigris::kernels::requantize;
using tigris::kernels::by_channel::most_short_shift;

/// What sums from `low` to `high` become, if that is one number by both roundings.
std::optional<std::int64_t> only_result(std::int32_t low, std::int32_t high, fixed_multiplier m) {
    const std::int64_t result = requantize<rounding::nearest>(low, m);
    const bool is_only = requantize<rounding::nearest>(high, m) == result &&
                         requantize<rounding::tflite>(low, m) == result &&
                         requantize<rounding::tflite>(high, m) == result;
    return is_only ? std::optional(result) : std::nullopt;
}

/// The least number of bits, and at least 3, so that `largest` is less than a quarter of
/// 2^bits: one rounding after the other does not reach a half.
int bits_above(std::int64_t largest) {
    int bits = 3;
    while (largest >= std::int64_t{1} << (bits - 2)) ++bits;
    return bits;
}

}  // namespace

void simplify_constant(std::int32_t& bias, fixed_multiplier& scale, std::int64_t largest) {
    const int bits = bits_above(largest);
    if ((scale.multiplier != 0 && scale.shift >= -most_short_shift) || bits > most_short_shift)
        return;
    const auto extreme = static_cast<std::int32_t>(largest);
    const auto result = only_result(bias - extreme, bias + extreme, scale);
    if (!result) return;
    constexpr std::int64_t most = 255;  // between two codes
    bias = static_cast<std::int32_t>(std::clamp(*result, -most, most) * (std::int64_t{1} << bits));
    scale = {1 << 30, static_cast<std::int8_t>(1 - bits)};
}

}  // namespace onnx2hpp
