// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/average.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;
using tigris::test::random_numbers;

namespace {

__extension__ using wide = __int128;

/// n / d to nearest, halves to even, of a positive d.
constexpr wide nearest_quotient(wide n, wide d) {
    wide down = n / d, rest = n % d;
    if (rest < 0) --down, rest += d;
    return down + (2 * rest > d || (2 * rest == d && down % 2 != 0) ? 1 : 0);
}

/// sum * m / count, exactly, rounded once.
constexpr std::int64_t mean_model(std::int32_t sum, std::int32_t count, fixed_multiplier m) {
    return std::int64_t(nearest_quotient(wide(sum) * m.multiplier, wide(count) << (31 - m.shift)));
}

/// Of codes of 8 or 16 bits.
constexpr bool means_are_exact(int seed) {
    random_numbers r{std::uint64_t(seed)};
    for (int i = 0; i < 40; ++i) {
        const bool wide_codes = r.chance(2);
        const std::int32_t most = wide_codes ? (1 << 16) - 1 : (1 << 23) - 1;
        const std::int32_t count = r.between(1, r.chance(2) ? 100 : most);
        const std::int32_t limit = (wide_codes ? 32767 : 255) * count;
        const std::int32_t sum = r.between(-limit, limit);
        const fixed_multiplier m{r.between(1 << 30, INT32_MAX), std::int8_t(r.between(-31, 7))};
        if (scaled_mean(sum, count, m) != mean_model(sum, count, m)) return false;
        if (scaled_mean(sum, count, {1 << 30, 1}) != mean_model(sum, count, {1 << 30, 1}))
            return false;
    }
    return true;
}

constexpr bool quotients_round(int most) {
    for (int d = 1; d <= most; ++d)
        for (int n = -3 * most; n <= 3 * most; ++n) {
            const int magnitude = n < 0 ? -n : n;
            const int away = (2 * magnitude + d) / (2 * d);
            if (quotient_half_away(n, d) != (n < 0 ? -away : away)) return false;
            if (n >= 0 &&
                wide(quotient_half_even(unsigned(n), unsigned(d))) != nearest_quotient(n, d))
                return false;
        }
    return true;
}

constexpr rescaling same{{1 << 30, 1}, 5, {5, -128, 127}};
constexpr rescaling other{quantized_multiplier(1.5), 5, {-20, -100, 100}};

/// The average of `count` codes, in double: rounded by `round`, then clamped.
int average_model(int sum, int count, const rescaling& r, double (*round)(double)) {
    const double units = (double(sum) - 5.0 * count) * (r.is_identity() ? 1 : 1.5) / count;
    const double code = round(units) + r.codes.zero_point;
    return int(std::fmin(std::fmax(code, r.codes.low), r.codes.high));
}

}  // namespace

TEST_CASE("quotients round halves to even, or away from zero") {
    TIGRIS_CHECK(quotients_round, 5);
    CHECK(quotients_round(60));
}

TEST_CASE("the largest quotients do not overflow") {
    TIGRIS_HOLDS(quotient_half_even(UINT64_MAX, UINT64_MAX) == 1);
    TIGRIS_HOLDS(quotient_half_even(UINT64_MAX - 1, UINT64_MAX) == 1);
    TIGRIS_HOLDS(quotient_half_even(UINT32_MAX / 2, UINT32_MAX) == 0);
}

TEST_CASE("a mean is exact but for one rounding") {
    TIGRIS_CHECK_SEEDS(300, [](int seed) { return means_are_exact(seed); });
}

TEST_CASE("averages of all sums of few codes, halves to even") {
    int different = 0;
    for (int count = 1; count <= 9; ++count)
        for (int sum = -128 * count; sum <= 127 * count; ++sum)
            for (const rescaling& r : {same, other})
                different +=
                    average<rounding::nearest, false, std::int8_t>(sum, count, r) !=
                    average_model(sum, count, r, [](double x) { return std::nearbyint(x); });
    CHECK(different == 0);
}

TEST_CASE("tflite's pools divide sums of codes, halves away from zero") {
    int different = 0;
    for (int count = 1; count <= 9; ++count)
        for (int sum = -128 * count; sum <= 127 * count; ++sum) {
            const int code = average<rounding::tflite, false, std::int8_t>(sum, count, same);
            different += code != int(std::round(double(sum) / count));
        }
    CHECK(different == 0);
}

TEST_CASE("tflite's means round twice: they are within three quarters of a code") {
    double farthest = 0;
    for (int count = 1; count <= 40; ++count)
        for (int sum = -60 * count; sum <= 60 * count; ++sum) {
            const int code = average<rounding::tflite, true, std::int8_t>(sum, count, other);
            const double exact = (double(sum) / count - 5) * 1.5 - 20;
            const double inside = std::fmin(std::fmax(exact, -100), 100);
            farthest = std::fmax(farthest, std::fabs(code - inside));
        }
    CHECK(farthest < 0.7501);
}

TEST_CASE(
    "of codes with one scale tflite's pools divide the sum, its means what it is above zero") {
    // Two codes that add up to -1: the sum's half rounds to -1. They stand for -11 units, half of
    // which rounds to -5 units, which is code 0.
    TIGRIS_HOLDS(average<rounding::tflite, false, std::int8_t>(-1, 2, same) == -1);
    TIGRIS_HOLDS(average<rounding::tflite, true, std::int8_t>(-1, 2, same) == 0);
}

TEST_CASE("a divided multiplier is the quotient, to 30 bits, rounded down") {
    double most = 0;
    for (int count = 1; count < 100000; count += 1 + count / 7)
        for (const int shift : {-20, -3, 0, 1, 7}) {
            const fixed_multiplier m{1518500250, std::int8_t(shift)}, by = divided(m, count);
            const double exact = std::ldexp(1518500250.0 / count, shift);
            const double error = 1 - std::ldexp(double(by.multiplier), by.shift) / exact;
            CHECK(error >= 0);
            if (shift >= -3) most = std::fmax(most, error);
        }
    CHECK(most < 0x1p-29);
    TIGRIS_HOLDS(divided({1 << 30, -31}, 1000).shift == -31);  // shifts end there
}
