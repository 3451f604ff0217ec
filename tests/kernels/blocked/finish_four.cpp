// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/finish_four.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::kernels::blocked_kernels;

namespace {

constexpr finish_key per_channel{.per_channel = true};

/// Scales of 1/8, 1/16, 1/32, 1/64 and 1/128 of five channels, which have a bias each. Zero
/// point 3.
constexpr std::int32_t half_multipliers[5]{1 << 30, 1 << 30, 1 << 30, 1 << 30, 1 << 30};
constexpr std::int8_t shifts[5]{-2, -3, -4, -5, -6};
constexpr std::int32_t biases[5]{100, -200, 300, -400, 500};
constexpr epilogue<std::int8_t> codes{.bias = biases,
                                      .multipliers = half_multipliers,
                                      .shifts = shifts,
                                      .codes = {.zero_point = 3, .low = -15, .high = 90}};

/// Scales of 2: codes of sums of few products, and not short.
constexpr std::int8_t to_the_left[5]{2, 2, 2, 2, 2};
constexpr epilogue<std::int8_t> doubled{.bias = biases,
                                        .multipliers = half_multipliers,
                                        .shifts = to_the_left,
                                        .codes = {.low = -128, .high = 127}};

/// In double precision, halves up.
int code_of(int channel, int sum, double scale, int zero_point, int low, int high) {
    const double code = std::floor((sum + biases[channel]) * scale + 0.5) + zero_point;
    return int(code < low ? low : code > high ? high : code);
}

constexpr std::int32_t sums[4]{17, -350, 1200, -901};

/// Results of `count` outputs from `first` on, and a 77 in place of the others.
template <finish_key Key>
std::vector<int> finished(const epilogue<std::int8_t>& e, int first, int count) {
    const finisher<Key, std::int8_t> finish(e, first, count, 9);
    std::int32_t begun[4];
    for (int i = 0; i < 4; ++i) begun[i] = finish.starts[i] + sums[i];
    std::int8_t out[4]{77, 77, 77, 77};
    if (finish.is_short)
        finish.template finish<true>(begun, out);
    else
        finish.template finish<false>(begun, out);
    return {out, out + 4};
}
std::vector<int> expected(int first, int count) {
    std::vector<int> codes_of_sums(4, 77);
    for (int i = 0; i < count; ++i)
        codes_of_sums[std::size_t(i)] =
            code_of(first + i, sums[i], std::ldexp(0.5, shifts[first + i]), 3, -15, 90);
    return codes_of_sums;
}

}  // namespace

TEST_CASE("four sums become codes of their own channels, within the layer's limits") {
    CHECK(finisher<per_channel, std::int8_t>(codes, 0, 4, 9).is_short);
    CHECK(finished<per_channel>(codes, 0, 4) == expected(0, 4));
    CHECK(finished<per_channel>(codes, 1, 4) == expected(1, 4));
}

TEST_CASE("fewer than four outputs are finished slowly, and no other is written") {
    CHECK_FALSE(finisher<per_channel, std::int8_t>(codes, 4, 1, 9).is_short);
    for (int count = 1; count < 4; ++count) {
        CAPTURE(count);
        CHECK(finished<per_channel>(codes, 1, count) == expected(1, count));
    }
}

TEST_CASE("one scale that is not short makes all four slow") {
    CHECK_FALSE(finisher<per_channel, std::int8_t>(doubled, 0, 4, 9).is_short);
    std::int8_t one_left[5]{-2, -3, 2, -5, -6};
    epilogue<std::int8_t> mixed = codes;
    mixed.shifts = one_left;
    CHECK_FALSE(finisher<per_channel, std::int8_t>(mixed, 0, 4, 9).is_short);
    CHECK(finished<per_channel>(mixed, 0, 4)[2] == 90);
    CHECK(finished<per_channel>(mixed, 0, 4)[3] == expected(0, 4)[3]);
}

TEST_CASE("the first scale stands for missing ones") {
    const four_scales two = read_scales<per_channel>(codes, 1, 2, 9);
    CHECK(two.of[1].right == two.of[0].right + 1);
    CHECK((two.of[2].right == two.of[0].right && two.of[3].right == two.of[0].right));
    const four_scales four = read_scales<per_channel>(codes, 1, 4, 9);
    CHECK((four.of[2].right == four.of[0].right + 2 && four.of[3].right == four.of[0].right + 3));
}

TEST_CASE("sums that are results begin at 0, and stay as they are") {
    const finisher<per_channel, std::int8_t, std::int32_t> finish({}, 0, 3, 9);
    std::int32_t out[4]{7, 7, 7, 7};
    finish.template finish<true>(sums, out);
    CHECK(finish.starts[0] == 0);
    CHECK(std::vector<int>(out, out + 4) == std::vector{17, -350, 1200, 7});
}

TEST_CASE("floats get their bias, and are clamped") {
    alignas(4) constexpr std::int8_t ones[12]{0,     0,    -0x80, 0x3f, 0, 0,
                                              -0x80, 0x3f, 0,     0,    0, 0x40};  // 1, 1, 2
    const epilogue<float> reals{.bias = {ones}, .clamp = {0, 6}};
    const finisher<per_channel, float> finish(reals, 1, 2, 9);
    const float real_sums[4]{-3, 2.5f, 100, 100};
    float out[4]{7, 7, 7, 7};
    finish.template finish<true>(real_sums, out);
    CHECK(std::vector<float>(out, out + 4) == std::vector<float>{0, 4.5f, 7, 7});
}
