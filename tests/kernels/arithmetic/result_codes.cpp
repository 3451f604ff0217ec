// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/result_codes.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr tensor quantized(dtype type, float scale, int32_t zero_point) {
    return {.type = type, .quant = {scale, zero_point}};
}

}  // namespace

TEST_CASE("without an activation the type is the range") {
    constexpr tensor i8 = quantized(dtype::i8, 0.1f, 7), u8 = quantized(dtype::u8, 0.1f, 0);
    static_assert(codes_of({}, i8, rounding::nearest) == result_codes{7, -128, 127});
    static_assert(codes_of({}, u8, rounding::tflite) == result_codes{0, 0, 255});
}

TEST_CASE("an activation narrows it") {
    constexpr tensor y = quantized(dtype::i8, 0.1f, -100);
    static_assert(codes_of({0, 6}, y, rounding::nearest) == result_codes{-100, -100, -40});
    static_assert(codes_of({0, 6}, y, rounding::tflite) == result_codes{-100, -100, -40});
    static_assert(codes_of({-1e30f, 1e30f}, y, rounding::tflite) == result_codes{-100, -128, 127});
}

TEST_CASE("bounds halfway between codes: to even by nearest, away from zero by tflite") {
    constexpr tensor y = quantized(dtype::i8, 4, 0);
    static_assert(codes_of({-2, 6}, y, rounding::nearest) == result_codes{0, 0, 2});
    static_assert(codes_of({-2, 6}, y, rounding::tflite) == result_codes{0, -1, 2});
    static_assert(codes_of({-6, 10}, y, rounding::tflite) == result_codes{0, -2, 3});
}

TEST_CASE("codes are clamped after the zero point is added, without overflow") {
    constexpr result_codes codes{100, -128, 127};
    static_assert(encode<int8_t>(27, codes) == 127);
    static_assert(encode<int8_t>(INT64_MAX - 1000, codes) == 127);
    static_assert(encode<int8_t>(INT64_MIN + 1000, codes) == -128);
    CHECK(encode<uint8_t>(tigris::test::unknown(-300), {100, 0, 255}) == 0);
}

TEST_CASE("a code is its distance from the zero point, within the limits") {
    int different = 0;
    for (int zero_point = -128; zero_point <= 127; zero_point += 51)
        for (int low = -128; low <= 127; low += 17)
            for (int high = low; high <= 127; high += 17)
                for (int64_t units = -400; units <= 400; ++units) {
                    const int64_t code = units + zero_point;
                    const int64_t expected = code < low ? low : code > high ? high : code;
                    const result_codes codes{int16_t(zero_point), int16_t(low), int16_t(high)};
                    different += encode<int8_t>(units, codes) != expected;
                    different += encode<int8_t>(units + (int64_t(1) << 40), codes) != high;
                    different += encode<int8_t>(units - (int64_t(1) << 40), codes) != low;
                }
    CHECK(different == 0);
}
