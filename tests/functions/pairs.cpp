// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functions/pairs.hpp>

#include <bit>
#include <cmath>
#include <limits>

namespace functions {

namespace {

/// Source: Steele, Lea and Flood, 2014, SplitMix.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

float any_float(std::uint64_t bits) { return std::bit_cast<float>(std::uint32_t(bits)); }

}  // namespace

std::vector<std::pair<float, float>> edge_pairs() {
    using limits = std::numeric_limits<float>;
    std::vector<float> numbers;
    for (const float x : {0.0f,
                          limits::infinity(),
                          limits::quiet_NaN(),
                          limits::max(),
                          limits::min(),
                          limits::denorm_min(),
                          0.5f,
                          1.0f,
                          1.5f,
                          2.0f,
                          3.0f,
                          10.0f,
                          127.0f,
                          128.0f,
                          149.0f,
                          150.0f,
                          16777215.0f,
                          16777216.0f,
                          2147483648.0f,
                          std::nextafter(1.0f, 0.0f),
                          std::nextafter(1.0f, 2.0f)})
        for (const float signed_x : {x, -x}) numbers.push_back(signed_x);
    std::vector<std::pair<float, float>> result;
    for (const float x : numbers)
        for (const float y : numbers) result.emplace_back(x, y);
    return result;
}

std::pair<float, float> pair_of(std::uint64_t seed) {
    const std::uint64_t a = mixed(2 * seed), b = mixed(2 * seed + 1);
    const float x = any_float(a), any = any_float(b);
    const double turns = std::log2(std::fabs(double(x)));
    if ((a >> 32 & 3) == 0 || !(std::fabs(turns) < 1e30) || turns == 0) return {x, any};
    const double exponent = (double(b >> 11) / 0x1p53 - 0.5) * 310;
    const double y = exponent / turns;
    return {x, float(a >> 34 & 1 ? std::nearbyint(y) : y)};
}

}  // namespace functions
