// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functions/sweep.hpp>

#include <unistd.h>

#include <cmath>
#include <limits>

namespace functions {

namespace {

/// x and so many floats on each side, with both signs.
void add_around(std::vector<float>& to, float x, int neighbors) {
    const std::uint32_t middle = std::bit_cast<std::uint32_t>(x);
    for (int i = -neighbors; i <= neighbors; ++i) {
        const auto near = std::bit_cast<float>(middle + std::uint32_t(i));
        to.push_back(near);
        to.push_back(-near);
    }
}

/// Changes of formula, ends of the floats in e^x and its kin, multiples of pi / 2.
constexpr float turns[]{0.04f,       0.2f,        0.34f,
                        0.34657359f, 0.41421356f, 0.5f,
                        0.70710678f, 1.41421356f, 1.5707964f,
                        2.5f,        3,           3.1415927f,
                        9.010913f,   10,          13.862944f,
                        16.635532f,  20,          28,
                        40,          43.6682f,    44.188f,
                        44.361f,     50,          87.33654f,
                        88.02969f,   88.376f,     88.37626f,
                        88.72283f,   89.415985f,  103.27893f,
                        103.97208f,  104,         708,
                        710,         800000,      8388608,
                        16777216,    2147483648,  9223372036854775808.0f};

}  // namespace

std::vector<float> edges() {
    using limits = std::numeric_limits<float>;
    std::vector<float> result{0.0f,
                              -0.0f,
                              limits::infinity(),
                              -limits::infinity(),
                              limits::quiet_NaN(),
                              -limits::quiet_NaN(),
                              limits::max(),
                              limits::lowest(),
                              limits::denorm_min(),
                              -limits::denorm_min()};
    for (int exponent = -148; exponent < 128; ++exponent)
        add_around(result, std::ldexp(1.0f, exponent), exponent < -140 ? 0 : 8);
    for (const float x : turns) add_around(result, x, 100);
    return result;
}

void show_progress(std::string_view name, double share) {
    if (!isatty(2)) return;
    std::fprintf(stderr, "\r%.*s: %3.0f %%", int(name.size()), name.data(), 100 * share);
}

void clear_progress() {
    if (isatty(2)) std::fprintf(stderr, "\r%40s\r", "");
}

}  // namespace functions
