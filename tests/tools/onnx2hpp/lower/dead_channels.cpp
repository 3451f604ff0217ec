// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/dead_channels.hpp>

#include <tigris/kernels/arithmetic/requantize.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace onnx2hpp;
using tigris::fixed_multiplier;
using tigris::rounding;

namespace {

struct channel {
    std::int32_t bias;
    fixed_multiplier scale;

    bool operator==(const channel&) const = default;
    template <rounding R>
    std::int64_t code(std::int32_t products, std::int64_t zero_point) const {
        const auto units = tigris::kernels::requantize<R>(bias + products, scale);
        return std::clamp<std::int64_t>(units + zero_point, -128, 127);
    }
};

channel simplified(channel c, std::int64_t largest) {
    simplify_constant(c.bias, c.scale, largest);
    return c;
}

template <rounding R>
bool have_same_codes(const channel& a, const channel& b, std::int32_t products) {
    return a.code<R>(products, -128) == b.code<R>(products, -128) &&
           a.code<R>(products, 5) == b.code<R>(products, 5) &&
           a.code<R>(products, 127) == b.code<R>(products, 127);
}

}  // namespace

TEST_CASE("channels whose products matter stay as they are") {
    const channel usual{-1073741824, {1 << 30, -22}}, near_half{3 << 29, {1 << 30, -29}};
    CHECK(simplified(usual, 100) == usual);
    CHECK(simplified(near_half, 100) == near_half);  // 1.5
    const channel many{1 << 30, {1 << 30, -30}};
    CHECK(simplified(many, 1 << 20) == many);
}

TEST_CASE("a multiplier of 0 makes 0 of every bias") {
    CHECK(simplified({1073741824, {0, 0}}, 1000) == channel{0, {1 << 30, -11}});
}

TEST_CASE("simplified channels make the same codes of all sums") {
    std::mt19937 random(1);
    const auto between = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    int count = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto largest = between(0, (1 << between(0, 21)) - 1);
        const channel c{static_cast<std::int32_t>(between(-(1 << 30), 1 << 30)),
                        {static_cast<std::int32_t>(between(1 << 30, INT32_MAX)),
                         static_cast<std::int8_t>(between(-31, -20))}};
        const channel plain = simplified(c, largest);
        count += !(plain == c);
        for (const auto products :
             {-largest, std::int64_t{0}, between(-largest, largest), largest}) {
            const auto sum = static_cast<std::int32_t>(products);
            CHECK(have_same_codes<rounding::nearest>(plain, c, sum));
            CHECK(have_same_codes<rounding::tflite>(plain, c, sum));
        }
    }
    CHECK(count > 10000);
}
