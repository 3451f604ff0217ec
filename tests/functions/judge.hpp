// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Errors of floats against doubles: in units in the last place (ULP), small results' as they are.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace functions {

/// Results of at least `from` may be `ulp` units in the last place off, smaller ones `below`.
struct bound {
    double ulp = 0;
    double from = 0;
    double below = 0;
};

/// A float's last place at |x|.
inline double unit_in_last_place(double x) {
    const int exponent = int(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
    return std::ldexp(1.0, (exponent < -126 ? -126 : exponent) - 23);
}

/// The worst results so far. Infinite ones count as 2^128, NaN beside a number as infinitely wrong.
/// What rounds the double counts as 0.
class judge {
public:
    explicit judge(const bound& b) : bound_(b) {}

    /// `judges_sign`: whether zeros of either sign differ.
    void take(float x, float y, float got, double known, bool judges_sign) {
        const bool same_sign = !judges_sign || std::signbit(got) == std::signbit(known);
        if (got == float(known) && same_sign) return;
        if (got != got && known != known) return;
        const bool is_other = got != got || known != known || !same_sign;
        note(is_other ? HUGE_VAL : distance(got, known), std::fabs(known), x, y);
    }
    bool is_good() const { return worst_ulp_ <= bound_.ulp && worst_below_ <= bound_.below; }
    void print(std::string_view name, std::string_view what) const {
        std::printf(
            "%s %.*s%.*s: %.3f of %g ULP at %.9g, %.9g; below %g: %.3g of %.3g at %.9g, %.9g\n",
            is_good() ? "pass" : "FAIL", int(name.size()), name.data(), int(what.size()),
            what.data(), worst_ulp_, bound_.ulp, double(at_ulp_[0]), double(at_ulp_[1]),
            bound_.from, worst_below_, bound_.below, double(at_below_[0]), double(at_below_[1]));
    }

private:
    static double distance(float got, double known) {
        constexpr double end = 0x1p128;
        return std::fabs(std::fmin(std::fmax(double(got), -end), end) -
                         std::fmin(std::fmax(known, -end), end));
    }
    void note(double error, double size, float x, float y) {
        if (size < bound_.from)
            keep(error, worst_below_, at_below_, x, y);
        else
            keep(error / unit_in_last_place(std::fmin(size, 0x1p127)), worst_ulp_, at_ulp_, x, y);
    }
    static void keep(double error, double& worst, float (&at)[2], float x, float y) {
        if (error <= worst) return;
        worst = error;
        at[0] = x;
        at[1] = y;
    }

    bound bound_;
    double worst_ulp_ = 0, worst_below_ = 0;
    float at_ulp_[2]{}, at_below_[2]{};
};

}  // namespace functions
