// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/requantize.hpp>

#include <helpers/adversarial_scales.hpp>
#include <helpers/check.hpp>
#include <helpers/random.hpp>
#include <helpers/rounding_models.hpp>

using namespace tigris;
using namespace tigris::kernels;
using tigris::test::random_numbers;

namespace {

__extension__ using wide = __int128;

/// floor(x * m + 1/2), exactly.
constexpr int64_t nearest_model(int64_t x, fixed_multiplier m) {
    const wide divisor = wide(1) << (31 - m.shift);
    const wide twice = 2 * wide(x) * m.multiplier + divisor;
    const wide quotient = twice / (2 * divisor);
    return int64_t(quotient - (twice < 0 && quotient * 2 * divisor != twice));
}

/// gemmlowp's two roundings, exactly, of what saturates where it is shifted to the left.
constexpr int64_t tflite_model(int32_t x, fixed_multiplier m) {
    const int left = m.shift > 0 ? m.shift : 0;
    const wide shifted = wide(x) << left;
    const wide scaled = shifted > INT32_MAX ? INT32_MAX : shifted < INT32_MIN ? INT32_MIN : shifted;
    return test::tflite_scaled(int64_t(scaled), {m.multiplier, int8_t(m.shift - left)});
}

constexpr fixed_multiplier random_multiplier(random_numbers& r, int lowest_shift,
                                             int highest_shift) {
    return {r.between(1 << 30, INT32_MAX), int8_t(r.between(lowest_shift, highest_shift))};
}

/// Accumulators near zero, anywhere, and at both ends.
constexpr int32_t random_sum(random_numbers& r) {
    switch (r.between(0, 3)) {
        case 0: return r.between(-1000, 1000);
        case 1: return r.between(INT32_MIN, INT32_MAX);
        case 2: return INT32_MAX - r.between(0, 3);
        default: return INT32_MIN + r.between(0, 3);
    }
}

constexpr bool nearest_equals_model(int seed) {
    random_numbers r(uint64_t(seed) + 1);
    for (int i = 0; i < 50; ++i) {
        const fixed_multiplier m = random_multiplier(r, -31, 30);
        const int32_t x = random_sum(r);
        if (requantize<rounding::nearest>(x, m) != nearest_model(x, m)) return false;
    }
    return true;
}

constexpr bool tflite_equals_model(int seed) {
    random_numbers r(uint64_t(seed) + 1000);
    for (int i = 0; i < 50; ++i) {
        const fixed_multiplier m = random_multiplier(r, -31, 7);
        const int32_t x = m.shift > 0 ? random_sum(r) >> m.shift : random_sum(r);
        if (requantize<rounding::tflite>(x, m) != test::tflite_scaled(x, m)) return false;
    }
    return true;
}

/// Sums of 48 bits, near zero, anywhere, and at both ends.
constexpr int64_t random_wide_sum(random_numbers& r) {
    const int64_t far = int64_t(r.between(-32768, 32767)) * 4294967296;
    return r.chance(2) ? random_sum(r) : far + r.between(INT32_MIN, INT32_MAX) / 2;
}

template <rounding Rounds>
constexpr bool wide_equals_model(int seed) {
    random_numbers r(uint64_t(seed) + 2000);
    for (int i = 0; i < 50; ++i) {
        const fixed_multiplier m = random_multiplier(r, -31, 14);
        const int64_t x = random_wide_sum(r), got = requantize_wide<Rounds>(x, m);
        const int64_t wanted =
            Rounds == rounding::nearest ? nearest_model(x, m) : test::tflite_wide_scaled(x, m);
        if (got != wanted) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("nearest rounds the exact product once") {
    TIGRIS_CHECK(nearest_equals_model, 1);
    TIGRIS_CHECK(nearest_equals_model, 2);
    for (int seed = 3; seed < 2000; ++seed) CHECK(nearest_equals_model(seed));
}

TEST_CASE("tflite rounds as gemmlowp does") {
    TIGRIS_CHECK(tflite_equals_model, 1);
    TIGRIS_CHECK(tflite_equals_model, 2);
    for (int seed = 3; seed < 2000; ++seed) CHECK(tflite_equals_model(seed));
}

TEST_CASE("sums of more than 32 bits round once") {
    TIGRIS_CHECK(wide_equals_model<rounding::nearest>, 1);
    TIGRIS_CHECK(wide_equals_model<rounding::tflite>, 1);
    for (int seed = 2; seed < 2000; ++seed) CHECK(wide_equals_model<rounding::nearest>(seed));
    for (int seed = 2; seed < 2000; ++seed) CHECK(wide_equals_model<rounding::tflite>(seed));
}

TEST_CASE("ends and halves, with every shift that a real multiplier can have") {
    int wrong = 0, tried = 0;
    test::each_adversarial(-31, 30, int64_t(1) << 31, [&](int64_t sum, fixed_multiplier m) {
        const auto x = int32_t(sum);
        ++tried;
        wrong += requantize<rounding::nearest>(x, m) != nearest_model(x, m);
        wrong += requantize<rounding::tflite>(x, m) != tflite_model(x, m);
    });
    CHECK(wrong == 0);
    CHECK(tried > 100000);
}

TEST_CASE("ends and halves of sums of more than 32 bits") {
    int wrong = 0;
    test::each_adversarial(-31, 14, int64_t(1) << 47, [&](int64_t x, fixed_multiplier m) {
        wrong += requantize_wide<rounding::nearest>(x, m) != nearest_model(x, m);
        wrong += requantize_wide<rounding::tflite>(x, m) != test::tflite_wide_scaled(x, m);
    });
    // Beyond, results of 16 bits are exact, and others leave 16 bits on the same side.
    test::each_adversarial(15, 30, int64_t(1) << 47, [&](int64_t x, fixed_multiplier m) {
        const int64_t exact = nearest_model(saturated(x), m);
        wrong += requantize_wide<rounding::nearest>(x, m) != exact;
        wrong += m.multiplier && x != int32_t(x) && (exact < 0 ? exact > -32768 : exact < 32767);
    });
    CHECK(wrong == 0);
}

TEST_CASE("real multipliers at the ends of what a fixed one holds") {
    static_assert(quantized_multiplier(0x1p-32) == fixed_multiplier{1 << 30, -31});
    static_assert(quantized_multiplier(0x1.fffffffcp-33) == fixed_multiplier{});
    static_assert(quantized_multiplier(0x1p-33) == fixed_multiplier{});
    static_assert(quantized_multiplier(0x1.fffffffffp-33) == fixed_multiplier{1 << 30, -31});
    static_assert(quantized_multiplier(0x1.fffffffffp+0) == fixed_multiplier{1 << 30, 2});
    static_assert(quantized_multiplier(0x1p30) == fixed_multiplier{INT32_MAX, 30});
    static_assert(quantized_multiplier(0x1p31) == fixed_multiplier{INT32_MAX, 30});
    static_assert(quantized_multiplier(__builtin_huge_val()) == fixed_multiplier{INT32_MAX, 30});
}

TEST_CASE("tflite's multipliers of 16 bits do not become 1") {
    static_assert(requantize_wide<rounding::tflite>(1 << 20, {INT32_MAX, 0}) == (1 << 20) - 32);
    static_assert(requantize_wide<rounding::nearest>(1 << 20, {INT32_MAX, 0}) == 1 << 20);
}

TEST_CASE("large multipliers leave the range of 16 bits with any sum but small ones") {
    static_assert(requantize_wide<rounding::tflite>(3, {1 << 30, 15}) == 3 << 14);
    static_assert(requantize_wide<rounding::nearest>(-1LL << 46, {1 << 30, 30}) < INT32_MIN);
}

TEST_CASE("the rules differ where two roundings pass a half that one does not") {
    constexpr fixed_multiplier m{1 << 30, -2};  // 1/8 by way of an even product
    static_assert(requantize<rounding::nearest>(-4, m) == 0);
    static_assert(requantize<rounding::tflite>(-4, m) == -1);
}

TEST_CASE("tflite saturates where a left shift leaves 32 bits") {
    static_assert(requantize<rounding::tflite>(INT32_MAX, {INT32_MAX, 7}) == INT32_MAX - 1);
    static_assert(requantize<rounding::tflite>(INT32_MIN, {INT32_MAX, 7}) == INT32_MIN + 1);
}

TEST_CASE("a multiplier of zero gives zero") {
    static_assert(requantize<rounding::nearest>(INT32_MIN, {}) == 0);
    static_assert(requantize<rounding::tflite>(INT32_MIN, {}) == 0);
}

TEST_CASE("sums saturate") {
    static_assert(add_saturated(INT32_MAX, 1) == INT32_MAX);
    static_assert(add_saturated(INT32_MIN, -1) == INT32_MIN);
    static_assert(add_saturated(INT32_MIN, INT32_MAX) == -1);
}

TEST_CASE("halves of the high product go up, those of the shift away from zero") {
    static_assert(doubling_high_product(1, 1 << 30) == 1);
    static_assert(doubling_high_product(-1, 1 << 30) == 0);
    static_assert(doubling_high_product(-3, 1 << 30) == -1);
    static_assert(shift_away_from_zero(3, 1) == 2);
    static_assert(shift_away_from_zero(-3, 1) == -2);
    static_assert(shift_away_from_zero(-1, 0) == -1);
    static_assert(shift_away_from_zero(INT32_MIN, 31) == -1);
}
