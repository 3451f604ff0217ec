// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source of sums and products: T. J. Dekker, A floating-point technique for extending the available
// precision, 1971.

#include <onnx2hpp/evaluate/precise.hpp>

#include <tigris/support/real_functions.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace onnx2hpp::precise {
namespace {

/// The sum of two doubles, of which the second is less than half a unit of the first.
struct number {
    double high = 0;
    double low = 0;
};

/// Requires |a| >= |b|.
number sum_of_ordered(double a, double b) {
    const double high = a + b;
    return {high, b - (high - a)};
}

number sum(double a, double b) {
    const double high = a + b, part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

/// The upper half of a double's bits.
double upper(double x) {
    const double scaled = 134217729.0 * x;
    return scaled - (scaled - x);
}

number product(double a, double b) {
    const double high = a * b, a1 = upper(a), b1 = upper(b), a2 = a - a1, b2 = b - b1;
    return {high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

number operator+(number a, number b) {
    const number high = sum(a.high, b.high), low = sum(a.low, b.low);
    const number first = sum_of_ordered(high.high, high.low + low.high);
    return sum_of_ordered(first.high, first.low + low.low);
}
number operator-(number a) { return {-a.high, -a.low}; }
number operator-(number a, number b) { return a + -b; }

number operator*(number a, number b) {
    const number p = product(a.high, b.high);
    return sum_of_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

number operator/(number a, number b) {
    const double first = a.high / b.high;
    const number rest = a - b * number{first};
    const double second = rest.high / b.high;
    const double third = (rest - b * number{second}).high / b.high;
    return sum_of_ordered(first, second) + number{third};
}

constexpr number ln_2{0.6931471805599453, 2.3190468138462996e-17};
constexpr number ln_10{2.302585092994046, -2.1707562233822494e-16};

/// pi / 2 in three parts.
constexpr number half_pi{1.5707963267948966, 6.123233995736766e-17};
constexpr double half_pi_rest = -1.4973849048591833e-33;

/// The sum of first * x^n / (of, of + 1, ..., of + n), each `step`-th one of them.
template <int Terms>
number series(number x, number first, int of, int step) {
    number term = first, all = first;
    for (int i = 0; i < Terms; ++i) {
        for (int k = 0; k < step; ++k) term = term / number{double(of++)};
        term = term * x;
        all = all + term;
    }
    return all;
}

/// e^x = 2^power * of.
struct exponential {
    number of;
    int power = 0;
};

/// e^x: the series of a 256th of what x has beyond powers of two, squared eight times.
exponential exponential_of(number x) {
    const double power = std::nearbyint(x.high * 1.4426950408889634);
    const number rest = (x - product(power, ln_2.high)) - product(power, ln_2.low);
    number of = series<9>(rest * number{1.0 / 256}, {1}, 1, 1);
    for (int i = 0; i < 8; ++i) of = of * of;
    return {of, int(power)};
}

double exp_of(number x) {
    if (x.high > 710) return std::numeric_limits<double>::infinity();
    if (x.high < -746) return 0;
    const exponential e = exponential_of(x);
    return std::ldexp(e.of.high, e.power);
}

/// The natural logarithm of a positive finite number: 2 artanh((m - 1) / (m + 1)) + k ln 2 with x =
/// m 2^k.
number log_of(double x) {
    constexpr int last = 45;
    int power = 0;
    double part = std::frexp(x, &power);
    if (part < 0.7071067811865476) part *= 2, --power;
    const number t = number{part - 1} / sum(part, 1), square = t * t;
    number all{};
    for (int n = last; n > 0; n -= 2) all = number{1} / number{double(n)} + square * all;
    return product(power, ln_2.high) + product(power, ln_2.low) + number{2} * t * all;
}

bool is_positive_and_finite(double x) { return x > 0 && std::isfinite(x); }

/// What lies between an angle and the nearest multiple of pi / 2, and that multiple modulo 4.
struct turned {
    number rest;
    int quarter = 0;
};

turned turned_back(double x) {
    const double quarters = std::nearbyint(x / half_pi.high);
    const number rest = number{x} - product(quarters, half_pi.high) -
                        product(quarters, half_pi.low) - number{quarters * half_pi_rest};
    return {rest, int(std::int64_t(quarters) & 3)};
}

number sine_of(number x) { return series<14>(-(x * x), x, 2, 2); }
number cosine_of(number x) { return series<14>(-(x * x), {1}, 1, 2); }

double sine(turned x) {
    const number made = x.quarter & 1 ? cosine_of(x.rest) : sine_of(x.rest);
    return x.quarter & 2 ? -made.high : made.high;
}

/// Whether libraries agree on x^y: C says the result, or it is beyond all doubles.
bool is_plain(double x, double y) {
    constexpr double most = 1e18;
    return x == 0 || x == 1 || y == 0 || !std::isfinite(x) || !(std::fabs(y) < most);
}

}  // namespace

double exp(double x) { return std::isnan(x) ? x : exp_of({x}); }

double log(double x) { return is_positive_and_finite(x) ? log_of(x).high : tigris::log(x); }

double log10(double x) {
    return is_positive_and_finite(x) ? (log_of(x) / ln_10).high : tigris::log(x);
}

double pow(double x, double y) {
    if (is_plain(x, y)) return std::pow(x, y);
    if (x > 0) return exp_of(log_of(x) * number{y});
    if (std::nearbyint(y) != y) return tigris::not_a_number();
    const double made = exp_of(log_of(-x) * number{y});
    return std::fmod(y, 2) == 0 ? made : -made;
}

double sin(double x) { return x == 0 ? x : sine(turned_back(x)); }

double cos(double x) {
    turned x_turned = turned_back(x);
    x_turned.quarter = (x_turned.quarter + 1) & 3;
    return sine(x_turned);
}

}  // namespace onnx2hpp::precise
