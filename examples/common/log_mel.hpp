// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Features of sound with integers alone: log2(1 + energy) of mel bands. log_mel.py computes the
// same in floating point; tests/examples/log_mel.cpp says how far the two may differ, and why.

#include <spectrum.hpp>

namespace log_mel {

using spectrum::frame;
using spectrum::log2;
using spectrum::rate;
inline constexpr int bands = 20;                   // features of a frame
inline constexpr int units = 256;                  // of a feature for 1
inline constexpr int lowest = 60, highest = 7600;  // Hz

class front_end {
public:
    using feature = int16_t;
    static constexpr int window = frame, count = bands;

    /// `features[b]` becomes 256 log2(1 + energy of band b) of the `frame` samples.
    constexpr void compute(const int16_t* samples, int16_t* features) {
        for (int i = 0; i < frame; ++i) sound.set(i, windowed(samples[i], i));
        sound.run();
        uint64_t energies[bands];
        sound.sum_energies<spectrum::mel_bands<bands, lowest, highest, spectrum::slopes::in_hertz>>(
            energies);
        for (int b = 0; b < bands; ++b)
            features[b] = int16_t((log2((1ull << 34) + energies[b]) - 34 * 65536 + 128) >> 8);
    }

private:
    /// 2^15 times the sample under a Hann window.
    static constexpr int32_t windowed(int16_t sample, int i) {
        const int32_t height =
            (1 << 29) - spectrum::transform::cosine(i <= frame / 2 ? i : frame - i) / 2;
        return int32_t((int64_t(sample) * height + (1 << 14)) >> 15);
    }

    spectrum::transform sound;
};

}  // namespace log_mel
