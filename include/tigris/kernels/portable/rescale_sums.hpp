// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of products of codes, to numbers by a scale that is computed at run time, in plain C++.

#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `scales` and `bias` may be null.
template <class T>
struct rescale_sums_layer {
    static constexpr int32_t wide_address_bytes = 8;

    constant_pointer<float> scales{};
    constant_pointer<float> bias{};
    ops::clamp clamp{};
    int32_t base = 0;
    int32_t factor = 0;
    int32_t width = 0;     // pixels of a row
    int32_t channels = 0;  // results of a pixel
};

struct rescale_sums_key {
    dtype out = dtype::f32;    // f32: numbers; i32: sums
    bool per_channel = false;  // a scale for each output, not one for all
    bool has_factor = false;   // a sum of codes follows each pixel's sums
    bool has_bias = false;     // a number for each output channel is added
    bool adds_totals = false;  // totals are added without a factor
    bool has_low = false;      // results are clamped from below
    bool is_relu = false;      // the lower bound is 0
    bool has_high = false;     // results are clamped from above

    friend constexpr bool operator==(const rescale_sums_key&, const rescale_sums_key&) = default;
};

constexpr rescale_sums_key key_of(const ops::rescale_sums& op, const operands& t, rounding) {
    return {.out = t.output().type,
            .per_channel = t.has_input(3) && element_count(t.input(3)) > 1,
            .has_factor = op.factor != 0,
            .has_bias = t.has_input(4),
            .adds_totals = op.adds_totals,
            .has_low = op.clamp.low > -ops::infinity,
            .is_relu = op.clamp.low == 0,
            .has_high = op.clamp.high < ops::infinity};
}

/// Whether results are numbers in the place of their sums. Then some channels of all pixels may be
/// made before other channels. Results may be bounded only by 0.
constexpr bool rescales_in_place(const rescale_sums_key& key) {
    return key.out == dtype::f32 && !key.has_factor && !key.has_high &&
           (!key.has_low || key.is_relu);
}

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(rescale_sums_layer<T>& layer,
                                                    const ops::rescale_sums&, const operands& t,
                                                    const Constants& constants) {
    if (t.has_input(3)) layer.scales = elements_of<float>(constants[t.input(3).index]);
    if (t.has_input(4)) layer.bias = elements_of<float>(constants[t.input(4).index]);
}

template <class T>
constexpr rescale_sums_layer<T> layer_of(const ops::rescale_sums& op, const operands& t,
                                         view<const constant> constants, rounding) {
    const int32_t channels = t.input(2).dims[0];
    rescale_sums_layer<T> layer{.clamp = op.clamp,
                                .base = op.base,
                                .factor = op.factor,
                                .width = rows_of(t.output().dims).row_elements() / channels,
                                .channels = channels};
    set_constants(layer, op, t, constants);
    return layer;
}

/// What is added to the sums of channel c, modulo 2^32.
template <rescale_sums_key G, class T, class Totals>
[[gnu::always_inline]] constexpr uint32_t addend_of(const rescale_sums_layer<T>& layer,
                                                    const float* range, const Totals& totals,
                                                    int32_t c) {
    const uint32_t total = uint32_t(int32_t(totals[c]));
    return G.adds_totals ? total : total * uint32_t(layer.base - int32_t(range[1]));
}

/// A pixel's sums of channels from `first` on. Each is read before the result is written, which may
/// lie there: results lie no further than their sums.
template <rescale_sums_key G, class T, class Out, class Totals>
[[gnu::always_inline]] constexpr void rescale_pixel(const rescale_sums_layer<T>& layer,
                                                    const float* range, const Totals& totals,
                                                    const int32_t* sums, Out* out,
                                                    int32_t first = 0) {
    const int32_t channels = layer.channels;
    const uint32_t codes = G.has_factor ? uint32_t(sums[channels]) * uint32_t(layer.factor) : 0;
    const float one_scale = G.per_channel || G.out == dtype::i32 ? 0 : range[0] * layer.scales[0];
    for (int32_t c = first; c < channels; ++c) {
        uint32_t sum = uint32_t(sums[c]) + addend_of<G>(layer, range, totals, c);
        if constexpr (G.has_factor) sum += codes;
        if constexpr (G.out == dtype::i32) {
            out[c] = int32_t(sum);
        } else {
            const float scale = G.per_channel ? range[0] * layer.scales[c] : one_scale;
            float y = float(int32_t(sum)) * scale;
            if constexpr (G.has_bias) y += layer.bias[c];
            if constexpr (G.has_low) y = y < layer.clamp.low ? layer.clamp.low : y;
            if constexpr (G.has_high) y = y > layer.clamp.high ? layer.clamp.high : y;
            out[c] = y;
        }
    }
}

/// Range and Totals are row_windows of activations, or constant_rows, Totals of either width.
template <rescale_sums_key G, class T, class Out, class Range, class Totals>
[[gnu::noinline]] constexpr void rows(portable_tag, const rescale_sums_layer<T>& given, Out* out,
                                      int32_t row_count, const row_window<int32_t>& in,
                                      const Range& given_range, const Totals& totals) {
    // Copies, which writing results cannot change.
    const rescale_sums_layer<T> layer = given;
    const float range[]{given_range(0)[0], given_range(0)[1]};
    const int32_t step = layer.channels + (G.has_factor ? 1 : 0);
    for (int32_t y = 0; y < row_count; ++y) {
        const int32_t* sums = in(y);
        for (int32_t x = 0; x < layer.width; ++x, sums += step, out += layer.channels)
            rescale_pixel<G>(layer, range, totals(0), sums, out);
    }
}

/// What four channels of a pixel have in common: what their sums lack, scales and biases.
struct four_scales {
    int32_t addends[4];
    float scales[4];
    float bias[4];
};

template <rescale_sums_key G, class T, class Totals>
[[gnu::always_inline]] inline void set_scales(four_scales& to, const rescale_sums_layer<T>& layer,
                                              const float* range, const Totals& totals,
                                              int32_t first) {
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t c = first + i;
        to.addends[i] = addend_of<G>(layer, range, totals, c);
        to.scales[i] = range[0] * layer.scales[G.per_channel ? c : 0];
        if constexpr (G.has_bias) to.bias[i] = layer.bias[c];
    }
}

/// The least pixels that are rescaled by fours. To prepare four channels takes longer than fewer
/// pixels one by one.
inline constexpr int32_t least_pixels_of_fours = 4;

/// Channels [0, last) of all pixels, in whose memory results may lie; `last` is a multiple of four.
/// Fours::run(scales, sums, out, count, step) rescales four channels of `count` pixels.
template <rescale_sums_key G, class Fours, class T, class Totals>
inline void rescale_channels(const rescale_sums_layer<T>& layer, float* out, int32_t row_count,
                             const row_window<int32_t>& in, const float* range,
                             const Totals& totals, int32_t last) {
    const int32_t step = layer.channels, row_elements = step * layer.width;
    four_scales fours;
    for (int32_t c = 0; c < last; c += 4) {
        set_scales<G>(fours, layer, range, totals, c);
        for (int32_t y = 0, taken; y < row_count; y += taken) {
            taken = neighboring_rows(in, y, row_count, row_elements);
            Fours::template run<G.has_bias, G.is_relu>(fours, in(y) + c, out + y * row_elements + c,
                                                       taken * layer.width, step);
        }
    }
}

/// Rescales all channels of all pixels, by fours. Channels that are left, or those of few pixels,
/// are rescaled one by one.
template <rescale_sums_key G, class Fours, class T, class Range, class Totals>
[[gnu::always_inline]] inline void rescale_by_fours(const rescale_sums_layer<T>& given, float* out,
                                                    int32_t row_count,
                                                    const row_window<int32_t>& in,
                                                    const Range& given_range,
                                                    const Totals& totals) {
    // Copies, which writing results cannot change.
    const rescale_sums_layer<T> layer = given;
    const float range[]{given_range(0)[0], given_range(0)[1]};
    const bool has_pixels = row_count * layer.width >= least_pixels_of_fours;
    const int32_t first = has_pixels ? layer.channels & ~3 : 0;
    rescale_channels<G, Fours>(layer, out, row_count, in, range, totals(0), first);
    if (first == layer.channels) return;
    for (int32_t y = 0; y < row_count; ++y) {
        const int32_t* sums = in(y);
        for (int32_t x = 0; x < layer.width; ++x, sums += layer.channels, out += layer.channels)
            rescale_pixel<G>(layer, range, totals(0), sums, out, first);
    }
}

}  // namespace tigris::kernels
