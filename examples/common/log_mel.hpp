// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Features of sound with integers alone: log2(1 + energy) of mel bands. log_mel.py computes the
// same in floating point; tests/examples/log_mel.cpp says how far the two may differ, and why.

#include <stdint.h>

#include <tigris/core.hpp>

namespace log_mel {

inline constexpr int rate = 16000;                    // samples per second
inline constexpr int frame = 512;                     // samples
inline constexpr int bands = 20;                      // features of a frame
inline constexpr int units = 256;                     // of a feature for 1
inline constexpr double lowest = 60, highest = 7600;  // Hz

namespace tables {

/// By Newton's iteration: exp is constant in every compiler.
constexpr double log(double x) {
    double y = 0;
    for (int i = 0; i < 60; ++i) y += x * tigris::exp(-y) - 1;
    return y;
}

/// Of 0 to pi / 2, by its series.
constexpr double sine(double x) {
    double term = x, sum = x;
    for (int i = 1; i < 12; ++i) sum += term *= -x * x / ((2 * i) * (2 * i + 1));
    return sum;
}

/// 2^30 sin(2 pi i / frame) for up to three quarters of the circle: its cosine lies frame / 4
/// further.
inline constexpr auto circle = [] {
    tigris::sized_array<int32_t, frame * 3 / 4 + 1> table{};
    constexpr int quarter = frame / 4;
    for (int i = 0; i <= quarter; ++i) {
        const double value = sine(i * 3.14159265358979323846 / (2 * quarter));
        table[i] = table[2 * quarter - i] = int32_t(value * (1 << 30) + 0.5);
        table[2 * quarter + i] = -table[i];
    }
    return table;
}();

/// A bin lies between two points of the bands: `point` says below which, `rising` how near to it.
struct place {
    int16_t point = -1;   // -1: in no band
    uint16_t rising = 0;  // 65536 times the height of the band that rises to the point
};
inline constexpr auto places = [] {
    tigris::sized_array<place, frame / 2 + 1> table{};
    const double low = log(1 + lowest / 700), step = (log(1 + highest / 700) - low) / (bands + 1);
    double points[bands + 2] = {};
    for (int p = 0; p < bands + 2; ++p)
        points[p] = 700 * (tigris::exp(low + p * step) - 1) * frame / rate;
    for (int bin = 0; bin <= frame / 2; ++bin)
        for (int p = 0; p <= bands; ++p)
            if (points[p] <= bin && bin < points[p + 1]) {
                const double rising = (bin - points[p]) / (points[p + 1] - points[p]);
                table[bin] = {int16_t(p),
                              uint16_t(rising > 65535 / 65536.0 ? 65535 : 65536 * rising + 0.5)};
            }
    return table;
}();

/// 65536 log2(1 + i / 64).
inline constexpr auto logarithms = [] {
    tigris::sized_array<int32_t, 65> table{};
    for (int i = 0; i <= 64; ++i) table[i] = int32_t(65536 * log(1 + i / 64.0) / log(2) + 0.5);
    return table;
}();

}  // namespace tables

/// 65536 log2(x), for x > 0; off by less than 7.
constexpr int32_t log2(uint64_t x) {
    const int zeros = __builtin_clzll(x);
    const uint32_t fraction = uint32_t((x << zeros) >> 31);  // below the leading one
    const int32_t i = int32_t(fraction >> 26), rest = int32_t(fraction >> 10 & 0xFFFF);
    const int32_t below = tables::logarithms[i], step = tables::logarithms[i + 1] - below;
    return (63 - zeros) * 65536 + below + (step * rest >> 16);
}

class front_end {
public:
    /// `features[b]` becomes 256 log2(1 + energy of band b) of the `frame` samples.
    constexpr void compute(const int16_t* samples, int16_t* features) {
        apply_window(samples);
        transform();
        uint64_t energies[bands] = {};
        for (int bin = 0; bin <= frame / 2; ++bin) add_energy(energies, bin);
        for (int b = 0; b < bands; ++b)
            features[b] = int16_t((log2((1ull << 34) + energies[b]) - 34 * 65536 + 128) >> 8);
    }

private:
    static constexpr int bits = 9;
    static_assert(frame == 1 << bits);

    static constexpr int32_t cosine(int i) { return tables::circle[i + frame / 4]; }

    /// 2^15 times the samples under a Hann window, each where the transform wants it: at the place
    /// with its number's bits in reverse.
    constexpr void apply_window(const int16_t* samples) {
        for (int i = 0; i < frame; ++i) {
            const int32_t height = (1 << 29) - cosine(i <= frame / 2 ? i : frame - i) / 2;
            int place = 0;
            for (int bit = 0; bit < bits; ++bit) place |= (i >> bit & 1) << (bits - 1 - bit);
            real[place] = int32_t((int64_t(samples[i]) * height + (1 << 14)) >> 15);
            imaginary[place] = 0;
        }
    }

    /// The discrete Fourier transform divided by `frame`: each stage halves, so nothing overflows.
    constexpr void transform() {
        for (int half = 1; half < frame; half *= 2)
            for (int begin = 0; begin < frame; begin += 2 * half)
                for (int k = 0; k < half; ++k) combine(begin + k, half, k * (frame / 2) / half);
    }

    constexpr void combine(int low, int half, int angle) {
        const int64_t c = cosine(angle), s = tables::circle[angle];
        const int high = low + half;
        const int64_t re = (c * real[high] + s * imaginary[high] + (1 << 29)) >> 30;
        const int64_t im = (c * imaginary[high] - s * real[high] + (1 << 29)) >> 30;
        real[high] = int32_t((real[low] - re) >> 1);
        imaginary[high] = int32_t((imaginary[low] - im) >> 1);
        real[low] = int32_t((real[low] + re) >> 1);
        imaginary[low] = int32_t((imaginary[low] + im) >> 1);
    }

    /// 2^34 times the energy of a bin, shared by the two bands in which it lies.
    constexpr void add_energy(uint64_t* energies, int bin) const {
        const tables::place& at = tables::places[bin];
        if (at.point < 0) return;
        const int64_t re = real[bin], im = imaginary[bin];
        const uint64_t power = uint64_t(re * re + im * im) >> 12;
        if (at.point < bands) energies[at.point] += power * at.rising;
        if (at.point > 0) energies[at.point - 1] += power * (65536u - at.rising);
    }

    int32_t real[frame], imaginary[frame];
};

/// Frames of samples that come in any portions: a frame begins every `Hop` samples.
template <int Hop>
class stream {
public:
    /// Takes one sample; true if `features` is new.
    bool add(int16_t sample, int16_t (&features)[bands]) {
        samples[count++] = sample;
        if (count < frame) return false;
        sound.compute(samples, features);
        count = frame - Hop;
        for (int i = 0; i < count; ++i) samples[i] = samples[i + Hop];
        return true;
    }

private:
    front_end sound;
    int16_t samples[frame];
    int count = 0;
};

}  // namespace log_mel
