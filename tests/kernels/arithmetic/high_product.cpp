// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/high_product.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

#include <cstdint>

using namespace tigris::kernels::by_channel;
using tigris::test::random_numbers;

namespace {

__extension__ using wide = __int128;

/// floor(x / 2^32), by a division.
constexpr wide floor_of_high(wide x) {
    constexpr wide word = wide(1) << 32;
    return x / word - (x % word < 0 ? 1 : 0);
}

/// A sum's lowest 32 bits.
constexpr std::int32_t wrapped(wide x) { return std::int32_t(std::uint32_t(x)); }

constexpr std::int32_t any_word(random_numbers& r) {
    switch (r.between(0, 3)) {
        case 0: return r.between(-3, 3);
        case 1: return INT32_MIN + r.between(0, 2);
        case 2: return INT32_MAX - r.between(0, 2);
        default: return r.between(INT32_MIN, INT32_MAX);
    }
}

constexpr bool are_exact(int seed) {
    random_numbers r{std::uint64_t(seed)};
    for (int i = 0; i < 50; ++i) {
        const std::int32_t sum = any_word(r), a = any_word(r), b = any_word(r);
        const wide product = wide(a) * b;
        if (add_high_product(sum, a, b) != wrapped(sum + floor_of_high(product))) return false;
        if (add_rounded_product(sum, a, b) !=
            wrapped(sum + floor_of_high(product + (wide(1) << 31))))
            return false;
    }
    return true;
}

}  // namespace

TEST_CASE("the high word of a product is rounded down, or to nearest, and added") {
    TIGRIS_CHECK_SEEDS(200, [](int seed) { return are_exact(seed); });
}

TEST_CASE("halves are rounded up, below zero, too") {
    constexpr std::int32_t half = 1 << 30;
    TIGRIS_HOLDS(add_rounded_product(0, half, 2) == 1 && add_rounded_product(0, half, -2) == 0);
    TIGRIS_HOLDS(add_rounded_product(0, half, 6) == 2 && add_rounded_product(0, half, -6) == -1);
    TIGRIS_HOLDS(add_high_product(0, half, 2) == 0 && add_high_product(0, half, -2) == -1);
}
