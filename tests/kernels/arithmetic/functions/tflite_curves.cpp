// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/functions/tflite_curves.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

struct swish_example {
    float scale_in;
    int zero_point_in;
    float scale_out;
    int zero_point_out;
    int code;
    int expected;
};

constexpr bool holds(const swish_example& e) {
    const tflite_hard_swish f(e.scale_in, e.scale_out);
    return f.is_defined() && f(e.code - e.zero_point_in) + e.zero_point_out == e.expected;
}

}  // namespace

TEST_CASE("what TFLite Micro's HARD_SWISH makes where it is not the nearest code") {
    TIGRIS_CHECK(holds, (swish_example{0.207334757f, -72, 0.00515723508f, -74, -66, 96}));
    TIGRIS_CHECK(holds, (swish_example{0.266605675f, 104, 0.00754184974f, -58, 109, 69}));
    TIGRIS_CHECK(holds, (swish_example{0.258492887f, 79, 0.00623668591f, -106, 85, 82}));
    TIGRIS_CHECK(holds, (swish_example{0.198327333f, -38, 0.00590377208f, -2, -35, 59}));
}

TEST_CASE("HARD_SWISH is 0 far below zero and the input far above") {
    constexpr tflite_hard_swish f(0.1f, 0.1f);
    static_assert(f(-100) == 0 && f(0) == 0 && f(100) == 100);
    static_assert(!tflite_hard_swish(1.0f, 0.005f).is_defined());
    CHECK(f(tigris::test::unknown(-31)) == 0);
}

TEST_CASE("LOGISTIC: halfway at zero, symmetric, saturated beyond 15") {
    constexpr tflite_sigmoid f(0.125f);
    static_assert(f(0) == 128 && f(-120) == 0 && f(120) == 255);
    static_assert(f(8) == 187 && f(-8) == 69);
    static_assert(tflite_sigmoid(3.9f).is_defined() && !tflite_sigmoid(16).is_defined());
    CHECK(f(tigris::test::unknown(16)) == 225);
}

TEST_CASE("logistic in Q0.31 of Q4.27") {
    static_assert(tflite_logistic(0) == 1 << 30);
    static_assert(tflite_logistic(1 << 27) > 1569936000 && tflite_logistic(1 << 27) < 1569936700);
    static_assert(tflite_logistic(1 << 27) + tflite_logistic(-(1 << 27)) == INT32_MAX);
    CHECK(true);
}
