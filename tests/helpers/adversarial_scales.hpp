// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Multipliers, shifts and sums at which rescaling goes wrong first: their ends, and halves.

#include <stdint.h>
#include <tigris/support/fixed_point.hpp>

#include <initializer_list>

namespace tigris::test {

/// Both ends of what a multiplier can be, and some whose products end in many ones or zeros.
inline constexpr int32_t adversarial_multipliers[]{
    0,          1 << 30,    (1 << 30) + 1, 1288490189, 1431655765,    1518500250,
    1610612736, 1610612737, 2113929216,    2147418113, INT32_MAX - 1, INT32_MAX};

/// visit(x) of 0, of powers of two and their neighbors, and of the ends of [-limit, limit).
template <class Visit>
constexpr void each_end(int64_t limit, Visit visit) {
    for (int64_t power = 1; power <= limit; power *= 2)
        for (int64_t near = -2; near <= 2; ++near) visit(power + near), visit(-power - near);
}

/// visit(x) of the integers around those that m makes a whole number and a half.
template <class Visit>
constexpr void each_half(fixed_multiplier m, Visit visit) {
    if (m.multiplier == 0) return;
    double one = 1.0 / m.multiplier;  // 2^(31 - shift) / multiplier
    for (int bit = m.shift; bit < 31; ++bit) one *= 2;
    for (const int whole : {0, 1, 2, 63, 126, 127, 128, 255, 256, 32767, 32768, 1 << 24}) {
        const double half = (whole + 0.5) * one;
        if (half > 1e15) return;
        for (int64_t near = -1; near <= 2; ++near)
            visit(int64_t(half) + near), visit(-int64_t(half) - near);
    }
}

/// visit(x, m) of all of them with -limit <= x < limit.
template <class Visit>
constexpr void each_adversarial(int lowest_shift, int highest_shift, int64_t limit, Visit visit) {
    for (const int32_t multiplier : adversarial_multipliers)
        for (int shift = lowest_shift; shift <= highest_shift; ++shift) {
            const fixed_multiplier m{multiplier, int8_t(shift)};
            const auto visit_inside = [&](int64_t x) {
                if (x >= -limit && x < limit) visit(x, m);
            };
            each_end(limit, visit_inside);
            each_half(m, visit_inside);
        }
}

}  // namespace tigris::test
