// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/accumulator.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;
using tigris::test::random_numbers;

namespace {

constexpr int most = 1100;

struct products {
    std::int16_t x[most]{};
    std::int8_t w[most]{};

    /// All of the first `count` added up in 64 bits.
    std::int64_t sum(int count) const {
        std::int64_t total = 0;
        for (int i = 0; i < count; ++i) total += std::int64_t(x[i]) * w[i];
        return total;
    }
};

products all_of(std::int16_t x, std::int8_t w) {
    products p;
    for (int i = 0; i < most; ++i) p.x[i] = x, p.w[i] = w;
    return p;
}

/// Counts at and beside multiples of what 32 bits hold.
constexpr int counts[]{0, 1, 510, 511, 512, 1021, 1022, 1023, most};

bool sums_are_exact(const products& p) {
    for (const int count : counts) {
        const constant_pointer<std::int8_t> w{p.w};
        if (dot(p.x, w, count) != p.sum(count)) return false;
        if (add_products<std::int16_t>(-7, p.x, w, count) != p.sum(count) - 7) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("sums of 16-bit products are exact, at the ends of their ranges, too") {
    CHECK(sums_are_exact(all_of(INT16_MIN, INT8_MIN)));
    CHECK(sums_are_exact(all_of(INT16_MIN, INT8_MAX)));
    CHECK(sums_are_exact(all_of(INT16_MAX, INT8_MIN)));
    products p;
    random_numbers r{7};
    for (int i = 0; i < most; ++i) {
        p.x[i] = std::int16_t(r.between(INT16_MIN, INT16_MAX));
        p.w[i] = std::int8_t(r.between(INT8_MIN, INT8_MAX));
    }
    CHECK(sums_are_exact(p));
}

TEST_CASE("32 bits hold as many products of 16-bit codes as it says, and no more") {
    constexpr std::int64_t largest = std::int64_t(INT16_MIN) * INT8_MIN;
    TIGRIS_HOLDS(narrow_products * largest <= INT32_MAX);
    TIGRIS_HOLDS((narrow_products + 1) * largest > INT32_MAX);
    static_assert(is_same<sum_of_products_t<std::int16_t, narrow_products>, std::int32_t>);
    static_assert(is_same<sum_of_products_t<std::int16_t, narrow_products + 1>, std::int64_t>);
    static_assert(is_same<sum_of_products_t<std::int8_t, 100000>, std::int32_t>);
    static_assert(is_same<sum_of_products_t<float, 1>, float>);
    static_assert(is_same<sum_of_elements_t<std::int16_t>, std::int32_t>);
    TIGRIS_HOLDS(std::int64_t(65535) * -INT16_MIN <= INT32_MAX + std::int64_t(1));
}

TEST_CASE("products of bytes and of floats are added to what is there") {
    constexpr std::int8_t x[]{-128, 127, 3}, w[]{-128, 127, -5};
    TIGRIS_HOLDS(dot(x, constant_pointer<std::int8_t>{w}, 3) == 16384 + 16129 - 15);
    TIGRIS_HOLDS(add_products<std::int8_t>(100, x, &w[0], 2) == 100 + 16384 + 16129);
    constexpr float reals[]{0.5f, -2, 4}, weights[]{8, 0.25f, 1};
    TIGRIS_HOLDS(dot(reals, &weights[0], 3) == 4 - 0.5f + 4);
    TIGRIS_HOLDS(add_products<float>(1, reals, &weights[0], 0) == 1);
}

TEST_CASE("floats are added one after the other") {
    // In any other order 1 is not lost beside 2^24.
    constexpr float x[]{0x1p24f, 1, -0x1p24f}, ones[]{1, 1, 1};
    TIGRIS_HOLDS(dot(x, &ones[0], 3) == 0);
    TIGRIS_HOLDS(add_products<float>(0, x, &ones[0], 3) == 0);
}
