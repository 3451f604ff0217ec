// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer front end against the definition in double: how far may they differ?
//
// Let X be a bin of the transform over `frame` and m its height in a band, so the band's energy is
// E = sum m |X|^2. Errors of the integers, in samples:
// * The window rounds once, to 2^-15 / 2. Each of 9 stages rounds a product (2^-15 / 2 in both
// parts)
//   and cuts a half off (2^-15 / 2 each), halving what came before from two bins: at most 2^-15
//   sqrt(2) per stage. Cosines of 30 bits add at most 2^-31 sqrt(2) of the largest bin per stage.
//   With e = 2^-15 (0.5 + 9 sqrt(2)) + 9 sqrt(2) 2^-31 (largest sum of samples), |X| is off by at
//   most e.
// * Heights are rounded to 2^-17, powers cut to 2^-18.
// So E is off by at most d = sum (m (2 e |X| + e^2) + 2^-17 |X|^2 + 2^-18), over the band's bins.
// * The logarithm is off by 7 / 65536, and rounding by 0.5 / 256.

#include <log_mel.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

namespace {

using samples = std::vector<std::int16_t>;
constexpr int bins = log_mel::frame / 2 + 1;

std::vector<double> magnitudes(const samples& x) {
    std::vector<double> result;
    for (int k = 0; k < bins; ++k) {
        std::complex<double> sum = 0;
        for (int n = 0; n < log_mel::frame; ++n) {
            const double turn = 2 * std::numbers::pi / log_mel::frame;
            const double window = 0.5 - 0.5 * std::cos(turn * n);
            sum += window * x[std::size_t(n)] * std::polar(1.0, -turn * (k * n % log_mel::frame));
        }
        result.push_back(std::abs(sum) / log_mel::frame);
    }
    return result;
}

/// The point p, 0 to bands + 1, in bins.
double point(int p) {
    const double low = std::log1p(log_mel::lowest / 700.0),
                 high = std::log1p(log_mel::highest / 700.0);
    return 700 * std::expm1(low + p * (high - low) / (log_mel::bands + 1)) * log_mel::frame /
           log_mel::rate;
}

/// Of a bin in band b.
double height(int b, int bin) {
    const double rising = (bin - point(b)) / (point(b + 1) - point(b));
    const double falling = (point(b + 2) - bin) / (point(b + 2) - point(b + 1));
    return std::max(0.0, std::min(rising, falling));
}

double error_of_bins(const samples& x) {
    double most = 0;
    for (const int value : x) most += std::abs(value) / double(log_mel::frame);
    return (0.5 + 9 * std::numbers::sqrt2) / 32768 + 9 * std::numbers::sqrt2 * most / 2147483648.0;
}

/// How far features are off, as multiples of what they may be.
double worst_of(const samples& x) {
    log_mel::front_end sound;
    std::int16_t features[log_mel::bands];
    sound.compute(x.data(), features);
    const std::vector<double> spectrum = magnitudes(x);
    const double e = error_of_bins(x);
    double worst = 0;
    for (int b = 0; b < log_mel::bands; ++b) {
        double energy = 0, off = 0;
        for (int k = 0; k < bins; ++k) {
            const double m = height(b, k), bin = spectrum[std::size_t(k)];
            if (m == 0) continue;
            energy += m * bin * bin;
            off += m * (2 * e * bin + e * e) + bin * bin / 131072 + 1 / 262144.0;
        }
        const double tolerance = -std::log2(1 - std::min(0.5, off / (1 + energy)));
        const double difference = std::abs(features[b] / 256.0 - std::log2(1 + energy));
        worst = std::max(worst, difference / (tolerance + 7 / 65536.0 + 0.5 / 256));
    }
    return worst;
}

samples tone(double hertz, double size) {
    samples x;
    for (int n = 0; n < log_mel::frame; ++n)
        x.push_back(std::int16_t(
            std::lround(size * std::sin(2 * std::numbers::pi * hertz * n / log_mel::rate))));
    return x;
}

samples noise(unsigned seed, double size) {
    std::mt19937 source(seed);
    std::uniform_real_distribution<double> any(-size, size);
    samples x;
    for (int n = 0; n < log_mel::frame; ++n) x.push_back(std::int16_t(any(source)));
    return x;
}

}  // namespace

TEST_CASE("features of tones are those of double precision, within rounding") {
    for (const double size : {1.0, 30.0, 1000.0, 32767.0})
        for (const double hertz : {80.0, 440.0, 1000.0, 2500.5, 7000.0})
            CHECK(worst_of(tone(hertz, size)) <= 1);
}

TEST_CASE("features of noise are those of double precision, within rounding") {
    for (const double size : {2.0, 100.0, 5000.0, 32767.0})
        for (unsigned seed = 1; seed <= 4; ++seed) CHECK(worst_of(noise(seed, size)) <= 1);
}

TEST_CASE("silence and the loudest input are no exception") {
    CHECK(worst_of(samples(log_mel::frame, 0)) <= 1);
    CHECK(worst_of(samples(log_mel::frame, -32768)) <= 1);
    samples square = tone(1000, 32767);
    for (std::int16_t& value : square)
        value = value < 0 ? std::int16_t(-32768) : std::int16_t(32767);
    CHECK(worst_of(square) <= 1);
}

TEST_CASE("the logarithm is off by less than 7 of 65536") {
    double worst = 0;
    for (std::uint64_t x = 1; x < (1ull << 62); x += x / 77 + 1)
        worst = std::max(worst, std::abs(log_mel::log2(x) - 65536 * std::log2(double(x))));
    CHECK(worst < 7);
}
