// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The features of TensorFlow Lite Micro's micro_speech: 40 mel bands whose noise is subtracted,
// whose loudness is evened out, and whose logarithm is taken. Its rules, with our spectrum, which
// has more bits: features may differ by a few codes. Source:
// tensorflow/lite/experimental/microfrontend.

#include <spectrum.hpp>

namespace micro_features {

inline constexpr int window = 480, hop = 320;  // samples
inline constexpr int bands = 40;

namespace tables {

/// 4096 times a Hann window.
inline constexpr auto hann = [] {
    tigris::sized_array<int16_t, window> table{};
    for (int i = 0; i < window / 2; ++i) {
        const double half = spectrum::tables::sine((i + 0.5) * 3.14159265358979323846 / window);
        table[i] = table[window - 1 - i] = int16_t(4096 * half * half + 0.5);
    }
    return table;
}();

/// 2^21 (noise / 128 + 80)^-0.95, at most 32767: the gain for an estimate of the noise.
constexpr int32_t gain_at(uint32_t noise) {
    const double gain = 2097152 * tigris::exp(-0.95 * spectrum::tables::log(noise / 128.0 + 80));
    return gain > 32767 ? 32767 : int32_t(gain + 0.5);
}

/// A parabola through three gains for estimates from 2^k to 2^(k + 1).
struct parabola {
    int32_t begin = 0, slope = 0, bend = 0;
};
inline constexpr auto gains = [] {
    tigris::sized_array<parabola, 32> table{};
    for (int k = 1; k < 32; ++k) {
        const uint32_t low = 1u << k, high = k == 31 ? 0xFFFFFFFF : 2 * low;
        const int32_t y = gain_at(low);
        const int32_t half = gain_at(low + low / 2) - y, whole = gain_at(high) - y;
        table[k] = {y, 4 * half - whole, whole - (4 * half - whole)};
    }
    return table;
}();

}  // namespace tables

class front_end {
public:
    using feature = int8_t;
    static constexpr int window = micro_features::window, count = bands;

    /// `codes[b]` becomes the model's input for band b of the next `window` samples.
    void compute(const int16_t* samples, int8_t* codes) {
        for (int i = 0; i < spectrum::frame; ++i) sound.set(i, windowed(samples, i));
        sound.run();
        uint64_t energies[bands];
        sound.sum_energies<spectrum::mel_bands<bands, 125, 7500, spectrum::slopes::in_mel>>(
            energies);
        for (int b = 0; b < bands; ++b) {
            const uint32_t signal = uint32_t(root(energies[b]) >> 11);  // 64 times the amplitude
            const uint32_t rest = without_noise(signal, b);
            codes[b] = code_of(logarithm(evened_out(rest, noise[b]) << 3));
        }
    }

private:
    static int32_t windowed(const int16_t* samples, int i) {
        return i < window ? (samples[i] * tables::hann[i] >> 12) * 32768 : 0;
    }

    /// The square root, rounded down.
    static constexpr uint32_t root(uint64_t x) {
        uint64_t result = 0;
        for (uint64_t bit = 1ull << 62; bit != 0; bit >>= 2) {
            const bool fits = x >= result + bit;
            if (fits) x -= result + bit;
            result = (result >> 1) + (fits ? bit : 0);
        }
        return uint32_t(result);
    }

    /// The signal less the noise's estimate, which follows it slowly; at least 5 % remain.
    uint32_t without_noise(uint32_t signal, int band) {
        const uint32_t rate = band % 2 == 0 ? 409 : 983;  // 0.025 and 0.06 times 16384
        const uint32_t scaled = signal << 10;
        noise[band] =
            uint32_t((uint64_t(scaled) * rate + uint64_t(noise[band]) * (16384 - rate)) >> 14);
        const uint32_t estimate = noise[band] < scaled ? noise[band] : scaled;
        const uint32_t least = uint32_t(uint64_t(signal) * 819 >> 14);
        const uint32_t rest = (scaled - estimate) >> 10;
        return rest > least ? rest : least;
    }

    static uint32_t gain_for(uint32_t noise) {
        if (noise < 2) return uint32_t(tables::gain_at(noise));
        const int k = 31 - __builtin_clz(noise);
        const tables::parabola& p = tables::gains[k];
        const int32_t at = int32_t((k < 10 ? noise << (10 - k) : noise >> (k - 10)) & 0x3FF);
        const int32_t rise = ((p.bend * at >> 5) + p.slope * 32) * at;
        return uint32_t(p.begin + ((rise + (1 << 14)) >> 15));
    }

    /// What is loud beside the noise: its square while it is small.
    static uint32_t evened_out(uint32_t signal, uint32_t noise) {
        const uint32_t ratio = uint32_t(uint64_t(signal) * gain_for(noise) >> 6);
        return ratio < 2 << 12 ? ratio * ratio >> 20 : (ratio >> 6) - 64;
    }

    /// 64 times the natural logarithm.
    static int32_t logarithm(uint32_t x) {
        constexpr uint64_t of_two = 45426;  // 65536 ln(2)
        return x < 2 ? 0 : int32_t((of_two * uint32_t(spectrum::log2(x)) + (1u << 25)) >> 26);
    }

    static constexpr int8_t code_of(int32_t feature) {
        const int32_t code = (feature * 256 + 333) / 666 - 128;
        return int8_t(code > 127 ? 127 : code);
    }

    spectrum::transform sound;
    uint32_t noise[bands] = {};
};

}  // namespace micro_features
