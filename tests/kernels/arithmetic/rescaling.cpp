// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/rescaling.hpp>

#include <helpers/check.hpp>

#include <cmath>
#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr tensor quantized(dtype type, float scale, int32_t zero_point) {
    return {.type = type, .quant = {scale, zero_point}};
}

/// The code of what a code stands for, in double. The multiplier has 31 bits, so that scales whose
/// quotient has few bits are exact.
int code_of(int code, const tensor& from, const tensor& to) {
    const double real = double(from.quant.scale) * (code - from.quant.zero_point);
    const double found = std::floor(real / double(to.quant.scale) + 0.5) + to.quant.zero_point;
    return int(std::fmin(std::fmax(found, lowest_of(to.type)), highest_of(to.type)));
}

template <class In, class Out>
int different_codes(const tensor& from, const tensor& to) {
    const rescaling r = rescaling_of({}, from, to, rounding::nearest);
    int different = 0;
    for (int code = lowest_of(from.type); code <= highest_of(from.type); ++code)
        different += rescale<rounding::nearest, Out>(In(code), r) != code_of(code, from, to);
    return different;
}

}  // namespace

TEST_CASE("every code becomes the nearest one of what it stands for, halves up") {
    constexpr tensor a = quantized(dtype::i8, 0.5f, -3), b = quantized(dtype::u8, 0.75f, 200),
                     c = quantized(dtype::i8, 8, 5), d = quantized(dtype::i16, 0.0625f, 0);
    CHECK(different_codes<std::int8_t, std::int8_t>(a, c) == 0);
    CHECK(different_codes<std::int8_t, std::uint8_t>(a, b) == 0);
    CHECK(different_codes<std::uint8_t, std::int8_t>(b, a) == 0);
    CHECK(different_codes<std::int16_t, std::int8_t>(d, c) == 0);
    CHECK(different_codes<std::int8_t, std::int16_t>(c, d) == 0);
}

TEST_CASE("tflite rounds halves away from zero") {
    constexpr rescaling quarter{quantized_multiplier(0.25), 0, {0, -128, 127}};
    TIGRIS_HOLDS(rescale<rounding::tflite, std::int8_t>(-6, quarter) == -2);
    TIGRIS_HOLDS(rescale<rounding::nearest, std::int8_t>(-6, quarter) == -1);
    TIGRIS_HOLDS(rescale<rounding::tflite, std::int8_t>(6, quarter) == 2);
}

TEST_CASE("one scale and one zero point change nothing") {
    constexpr tensor a = quantized(dtype::i8, 0.1f, 7), moved = quantized(dtype::i8, 0.1f, 8),
                     wider = quantized(dtype::i8, 0.2f, 7);
    TIGRIS_HOLDS(rescaling_of({}, a, a, rounding::nearest).is_identity());
    TIGRIS_HOLDS(!rescaling_of({}, a, moved, rounding::nearest).is_identity());
    TIGRIS_HOLDS(!rescaling_of({}, a, wider, rounding::nearest).is_identity());
    TIGRIS_HOLDS(rescaling{}.is_identity());
}

TEST_CASE("numbers without quantization are clamped only") {
    constexpr tensor from{.type = dtype::i32}, to{.type = dtype::i8};
    constexpr rescaling r = rescaling_of({}, from, to, rounding::nearest);
    TIGRIS_HOLDS(r.is_identity());
    TIGRIS_HOLDS(
        rescaling_of({}, quantized(dtype::i8, 0.5f, 3), to, rounding::nearest).is_identity());
    TIGRIS_HOLDS(rescaling_of({}, from, quantized(dtype::i8, 0.5f, 3), rounding::nearest).codes ==
                 result_codes{0, -128, 127});
    TIGRIS_HOLDS(rescale<rounding::nearest, std::int8_t>(1000, r) == 127);
    TIGRIS_HOLDS(rescale<rounding::nearest, std::int8_t>(-129, r) == -128);
    TIGRIS_HOLDS(rescale<rounding::nearest, std::int8_t>(-5, r) == -5);
}

TEST_CASE("an activation narrows the range of codes") {
    constexpr tensor a = quantized(dtype::i8, 0.5f, 0);
    constexpr rescaling r = rescaling_of({0, 6}, a, a, rounding::nearest);
    TIGRIS_HOLDS(rescale<rounding::nearest, std::int8_t>(-1, r) == 0);
    TIGRIS_HOLDS(rescale<rounding::nearest, std::int8_t>(13, r) == 12);
}
