// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/lane_scales.hpp>

#include <helpers/adversarial_scales.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// One number, in all lanes.
template <rounding R>
int32_t rescaled_lane(int32_t x, fixed_multiplier m) {
    const helium_kernels::lane_scales scales{
        .multipliers = helium_kernels::all_words(m.multiplier),
        .shifts = helium_kernels::all_words(m.shift + helium_kernels::shifts_of_product<R>)};
    return helium_kernels::rescaled<R>(helium_kernels::all_words(x), scales)[1];
}

template <rounding R>
int wrong_lanes(int highest_shift) {
    int wrong = 0;
    test::each_adversarial(-31, highest_shift, int64_t(1) << 31,
                           [&](int64_t x, fixed_multiplier m) {
                               const auto sum = int32_t(x);
                               wrong += rescaled_lane<R>(sum, m) != requantize<R>(sum, m);
                           });
    return wrong;
}

/// Of numbers of so many bits.
template <rounding R, int32_t Bits>
int wrong_numbers() {
    int wrong = 0;
    test::each_adversarial(-31, 30, 1 << (Bits - 1), [&](int64_t x, fixed_multiplier m) {
        const helium_kernels::common_scale<R, Bits> scale(m);
        const auto number = int32_t(x);
        if (scale.applies())
            wrong += scale(helium_kernels::all_words(number))[2] != requantize<R>(number, m);
    });
    return wrong;
}

}  // namespace

TEST_CASE("lanes round ends and halves as one number does") {
    CHECK(wrong_lanes<rounding::nearest>(-2) == 0);
    CHECK(wrong_lanes<rounding::tflite>(-1) == 0);
}

TEST_CASE("so do numbers of a few bits, with every shift that applies") {
    CHECK((wrong_numbers<rounding::nearest, 9>()) == 0);
    CHECK((wrong_numbers<rounding::tflite, 9>()) == 0);
}
