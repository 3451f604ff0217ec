// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The spectrum of a frame of sound, and energies of mel bands, with integers alone.

#include <stdint.h>

#include <tigris/core.hpp>

namespace spectrum {

inline constexpr int rate = 16000;  // samples per second
inline constexpr int frame = 512;   // samples

namespace tables {

/// By Newton's iteration: exp is constant in every compiler.
constexpr double log(double x) {
    double y = tigris::log(float(x));
    for (int i = 0; i < 2; ++i) y += x * tigris::exp(-y) - 1;
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

/// How the heights of a band's triangle fall: with the frequency, or with its mel.
enum class slopes { in_hertz, in_mel };

/// `Bands` triangles of height 1 between points that are equally far apart in mel.
template <int Bands, int Lowest, int Highest, slopes Slopes>
struct mel_bands {
    static constexpr int count = Bands;

    /// A bin lies between two points: `point` says above which, `rising` how near to the next.
    struct place {
        int16_t point = -1;   // -1: in no band
        uint16_t rising = 0;  // 65536 times the height of the band that rises there
    };

    static constexpr double mel(double hertz) { return tables::log(1 + hertz / 700); }

    static constexpr place place_of(int bin) {
        constexpr double low = mel(Lowest), step = (mel(Highest) - low) / (Bands + 1);
        const double at = (mel(double(bin) * rate / frame) - low) / step;
        const int point = int(at);
        if (at < 0 || point > Bands) return {};
        double rising = at - point;
        if (Slopes == slopes::in_hertz) {
            const double below = tigris::exp(low + point * step) - 1;
            const double above = tigris::exp(low + (point + 1) * step) - 1;
            rising = (double(bin) * rate / frame / 700 - below) / (above - below);
        }
        const double scaled = 65536 * rising + 0.5;
        return {int16_t(point), uint16_t(scaled < 0 ? 0 : scaled > 65535 ? 65535 : scaled)};
    }

    static constexpr auto places = [] {
        tigris::sized_array<place, frame / 2 + 1> table{};
        for (int bin = 0; bin <= frame / 2; ++bin) table[bin] = place_of(bin);
        return table;
    }();
};

class transform {
public:
    /// Sample i of a frame, times 2^15 and a window.
    constexpr void set(int i, int32_t value) {
        int place = 0;
        for (int bit = 0; bit < bits; ++bit) place |= (i >> bit & 1) << (bits - 1 - bit);
        real[place] = value;
        imaginary[place] = 0;
    }

    /// The discrete Fourier transform divided by `frame`: each stage halves, so nothing overflows.
    constexpr void run() {
        for (int half = 1; half < frame; half *= 2)
            for (int begin = 0; begin < frame; begin += 2 * half)
                for (int k = 0; k < half; ++k) combine(begin + k, half, k * (frame / 2) / half);
    }

    /// `energies[b]` becomes 2^34 times the energy of band b.
    template <class MelBands>
    constexpr void sum_energies(uint64_t (&energies)[MelBands::count]) const {
        for (uint64_t& energy : energies) energy = 0;
        for (int bin = 0; bin <= frame / 2; ++bin) {
            const auto at = MelBands::places[bin];
            if (at.point < 0) continue;
            const int64_t re = real[bin], im = imaginary[bin];
            const uint64_t power = uint64_t(re * re + im * im) >> 12;
            if (at.point < MelBands::count) energies[at.point] += power * at.rising;
            if (at.point > 0) energies[at.point - 1] += power * (65536u - at.rising);
        }
    }

    /// 2^30 times the cosine of 2 pi i / frame, for i up to frame / 2.
    static constexpr int32_t cosine(int i) { return tables::circle[i + frame / 4]; }

private:
    static constexpr int bits = 9;
    static_assert(frame == 1 << bits);

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

    int32_t real[frame] = {}, imaginary[frame] = {};
};

/// Features of samples that come one by one: a window begins every `Hop` samples.
template <class FrontEnd, int Hop>
class stream {
public:
    using features = typename FrontEnd::feature[FrontEnd::count];

    /// Takes one sample; true if `result` is new.
    bool add(int16_t sample, features& result) {
        samples[used++] = sample;
        if (used < FrontEnd::window) return false;
        sound.compute(samples, result);
        used = FrontEnd::window - Hop;
        for (int i = 0; i < used; ++i) samples[i] = samples[i + Hop];
        return true;
    }

private:
    FrontEnd sound;
    int16_t samples[FrontEnd::window] = {};
    int used = 0;
};

}  // namespace spectrum
