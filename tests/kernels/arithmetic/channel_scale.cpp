// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/channel_scale.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>
#include <helpers/rounding_models.hpp>

#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::kernels::by_channel;
using tigris::test::random_numbers;

namespace {

/// floor(x * m + 1/2), exactly, of a multiplier below 1.
constexpr std::int64_t nearest_model(std::int64_t x, fixed_multiplier m) {
    __extension__ using wide = __int128;
    return std::int64_t((wide(x) * m.multiplier + (wide(1) << (30 - m.shift))) >> (31 - m.shift));
}

template <rounding R>
std::int64_t model(std::int64_t x, fixed_multiplier m) {
    return R == rounding::nearest ? nearest_model(x, m) : test::tflite_scaled(x, m);
}

/// Scales of a layer with one multiplier, read as for `products` products.
template <rounding R>
channel_scale scale_for(const fixed_multiplier& m, int32_t bias, std::int16_t zero_point,
                        int32_t products) {
    const epilogue<std::int8_t> e{.bias = &bias,
                                  .multipliers = &m.multiplier,
                                  .shifts = &m.shift,
                                  .codes = {zero_point, -128, 127}};
    return scale_reader<finish_key{.rounds = R}>(e, products)(0);
}

template <rounding R>
int different_codes() {
    random_numbers r{11};
    int different = 0;
    for (int i = 0; i < 20000; ++i) {
        const int least = R == rounding::nearest ? -23 : -22;
        const fixed_multiplier m{r.between(1 << 30, INT32_MAX),
                                 std::int8_t(r.between(least, least + 21))};
        const auto zero_point = std::int16_t(r.between(-128, 127));
        const channel_scale s = scale_for<R>(m, 0, zero_point, 9);
        const int32_t sum = r.between(-(1 << 30) + 1, (1 << 30) - 1);
        different += !s.is_short();
        different += rescaled<R>(sum, s) != model<R>(sum, m) + zero_point;
    }
    return different;
}

constexpr int32_t numbers[]{-5, 0, 3, INT32_MIN, INT32_MAX};

bool searched_between(int count, int32_t low, int32_t high) {
    for (int i = 0; i < count; ++i)
        if (numbers[i] < low || numbers[i] > high) return false;
    return true;
}

}  // namespace

TEST_CASE("a short scale makes of each sum what the rounding rule says, plus the zero point") {
    CHECK(different_codes<rounding::nearest>() == 0);
    CHECK(different_codes<rounding::tflite>() == 0);
}

TEST_CASE("biases have the room that products leave below 2^30") {
    for (const int32_t products : {0, 1, 9, 1000, 65535}) {
        const std::int64_t room = bias_room(products);
        CHECK(room + std::int64_t(products) * 128 * 128 == (1 << 30) - 1);
        const bias_range biases(products);
        CHECK(biases.holds(int32_t(room)));
        CHECK(biases.holds(int32_t(-room)));
        CHECK_FALSE(biases.holds(int32_t(room + 1)));
        CHECK_FALSE(biases.holds(int32_t(-room - 1)));
        CHECK_FALSE(biases.holds(INT32_MIN));
        CHECK_FALSE(biases.holds(INT32_MAX));
    }
}

TEST_CASE("beside too many products no bias has room") {
    CHECK(bias_room(65536) < 0);
    for (const int32_t bias : {0, 1, -1, INT32_MIN, INT32_MAX})
        CHECK_FALSE(bias_range(65536).holds(bias));
}

TEST_CASE("numbers are between bounds where each of them is") {
    for (const int32_t low : {INT32_MIN, -6, -5, -4, 0})
        for (const int32_t high : {0, 2, 3, 4, INT32_MAX})
            for (int count = 0; count <= 5; ++count)
                CHECK(are_between(numbers, count, low, high) == searched_between(count, low, high));
}

TEST_CASE("a constant scale makes its code of any sum") {
    constexpr int32_t largest = (1 << 24) - 128 * 128;  // the most products that tflite's allow
    for (int code = -128; code <= 127; ++code)
        for (const int32_t sum : {0, 1, -1, largest, -largest}) {
            CHECK(rescaled<rounding::nearest>(sum, constant_scale<rounding::nearest>(code)) ==
                  code);
            CHECK(rescaled<rounding::tflite>(sum, constant_scale<rounding::tflite>(code)) == code);
        }
    CHECK_FALSE(constant_scale<rounding::nearest>(no_code).is_short());
    CHECK_FALSE(constant_scale<rounding::tflite>(no_code).is_short());
}

TEST_CASE("dead channels get the code that all of their sums become") {
    // A bias of 2^30 at 2^-31 of a code is half a code, which rounds up: 1 above the zero point.
    const channel_scale dead = scale_for<rounding::nearest>({1 << 30, -30}, INT32_MAX, 5, 9);
    CHECK(dead.is_short());
    CHECK(rescaled<rounding::nearest>(1000, dead) == 6);
    const channel_scale saturated = scale_for<rounding::tflite>({1 << 30, 0}, INT32_MIN, 5, 9);
    CHECK(rescaled<rounding::tflite>(-1000, saturated) == -128);
}

TEST_CASE("a large bias whose sums become several codes has no short scale") {
    CHECK_FALSE(scale_for<rounding::nearest>({1 << 30, -23}, INT32_MAX, -100, 1000).is_short());
    CHECK_FALSE(scale_for<rounding::nearest>({1 << 30, 0}, 0, 0, 65536).is_short());
}

TEST_CASE("codes are limited where an activation or the type leaves less") {
    TIGRIS_HOLDS(!is_limited({0, -128, 127}));
    TIGRIS_HOLDS(is_limited({0, -127, 127}) && is_limited({0, -128, 126}));
    TIGRIS_HOLDS(limited(-20, {0, -10, 10}) == -10 && limited(20, {0, -10, 10}) == 10);
    TIGRIS_HOLDS(limited(-10, {0, -10, 10}) == -10 && limited(9, {0, -10, 10}) == 9);
}
