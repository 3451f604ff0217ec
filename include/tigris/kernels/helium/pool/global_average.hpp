// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average of all pixels of an image of bytes: 32 or eight channels are added at a time, in 16
// bits for some pixels, and four are divided.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>
#include <tigris/kernels/helium/pool/lane_means.hpp>
#include <tigris/kernels/portable/global_average_pool.hpp>

namespace tigris::kernels {
namespace helium_kernels {

[[gnu::always_inline]] inline void add_halves(int32_t* sums, halves made) {
    int16_t copies[8];
    store(copies, made);
    store(sums, load<words>(sums) + widen_4(copies));
    store(sums + 4, load<words>(sums + 4) + widen_4(copies + 4));
}

/// Adds 32, eight or fewer channels of `count` pixels, which are `channels` bytes apart; at most
/// codes_in_halves.
inline void add_32_channels(int32_t* sums, const int8_t* pixel, int32_t count, int32_t channels) {
    halves made[4]{};
    add_columns(made, pixel, channels, count);
    for (int32_t i = 0; i < 4; ++i) add_halves(sums + 8 * i, made[i]);
}
[[gnu::noinline]] inline void add_8_channels(int32_t* sums, const int8_t* pixel, int32_t count,
                                             int32_t channels) {
    halves made{};
    for (; count > 0; --count, pixel += channels) made += widen_8(pixel);
    add_halves(sums, made);
}
[[gnu::noinline]] inline void add_few_channels(int32_t* sums, int32_t few, const int8_t* pixel,
                                               int32_t count, int32_t channels) {
    halves made{};
    for (; count > 0; --count, pixel += channels) made += widen_first_8(pixel, few);
    for (int32_t i = 0; i < few; ++i) sums[i] += made[i];
}

/// Adds all channels of `count` pixels, at most codes_in_halves.
[[gnu::noinline]] inline void add_pixels(int32_t* sums, const int8_t* pixels, int32_t count,
                                         int32_t channels) {
    int32_t c = 0;
    for (; c + 32 <= channels; c += 32) add_32_channels(sums + c, pixels + c, count, channels);
    for (; c + 8 <= channels; c += 8) add_8_channels(sums + c, pixels + c, count, channels);
    if (c < channels) add_few_channels(sums + c, channels - c, pixels + c, count, channels);
}

/// The codes of all channels, at least four; the last four overlap those before if channels are
/// left over. `four(sums)` gives their units, and whether they are sure.
template <global_average_pool_key G, class Four>
[[gnu::always_inline]] inline void average_fours(const global_average_pool_layer<int8_t>& layer,
                                                 const int32_t* sums, int8_t* out,
                                                 const lane_codes& codes, const Four& four) {
    const int32_t last = layer.channels - 4;
    for (int32_t c = 0; c < layer.channels; c += 4) {
        const int32_t first = c < last ? c : last;
        const lane_units made = four(load<words>(sums + first));
        if (made.are_sure)
            store_lowest(out + first, codes(made.units));
        else
            for (int32_t i = first; i < first + 4; ++i)
                out[i] = averaging<G.rounds, G.mean>(layer.pixels, layer.result, layer.of_pixel)
                             .template code<int8_t>(sums[i]);
    }
}

/// Whether each sum is rescaled by one multiplier, instead of being divided.
template <global_average_pool_key G>
[[gnu::always_inline]] constexpr bool rescales_sums(const rescaling& r) {
    return G.rounds == rounding::tflite && (G.mean || !r.is_identity());
}

/// Averages of codes are rounded as they are; those of units are codes above the zero point.
template <global_average_pool_key G>
inline constexpr bool averages_codes = G.rounds == rounding::tflite;

template <global_average_pool_key G>
[[gnu::always_inline]] constexpr near_mean mean_of(const global_average_pool_layer<int8_t>& layer) {
    return {averages_codes<G> ? 0 : -layer.pixels * layer.result.zero_point_in,
            layer.result.multiplier, layer.pixels};
}

/// The averages of all channels, by a variant that is not the portable one.
template <global_average_pool_key G>
[[gnu::noinline]] inline void average_in_fours(const global_average_pool_layer<int8_t>& layer,
                                               const int32_t* sums, int8_t* out) {
    const rescaling& r = layer.result;
    if (variant_for<G>(helium_tag{}, layer) == first_variant)
        return average_fours<G>(layer, sums, out, lane_codes(r.codes),
                                divided_scales(-layer.pixels * r.zero_point_in, layer.of_pixel));
    const result_codes codes{averages_codes<G> ? int16_t(0) : r.codes.zero_point, r.codes.low,
                             r.codes.high};
    average_fours<G>(layer, sums, out, lane_codes(codes), mean_of<G>(layer));
}

}  // namespace helium_kernels

/// At least four channels: first where sums are rescaled, second where they are divided.
template <global_average_pool_key G>
[[gnu::always_inline]] constexpr int8_t variant_of(const helium_tag&,
                                                   const global_average_pool_layer<int8_t>& layer) {
    using namespace helium_kernels;
    if (layer.channels < 4) return portable_variant;
    if (rescales_sums<G>(layer.result))
        return divided_scales::rounds_by(layer.of_pixel.shift) ? first_variant : portable_variant;
    return mean_of<G>(layer).applies() ? second_variant : portable_variant;
}

template <global_average_pool_key G>
[[gnu::noinline]] inline void add_rows(helium_tag, const global_average_pool_layer<int8_t>& layer,
                                       int32_t* sums, const row_window<int8_t>& in, int32_t,
                                       int32_t row_count) {
    const int32_t row_bytes = layer.width * layer.channels;
    for (int32_t y = 0; y < row_count;) {
        const int32_t rows = neighboring_rows(in, y, row_count, row_bytes),
                      pixels = rows * layer.width;
        for (int32_t x = 0; x < pixels; x += codes_in_halves) {
            const int32_t rest = pixels - x;
            helium_kernels::add_pixels(sums, in(y) + x * layer.channels,
                                       rest < codes_in_halves ? rest : codes_in_halves,
                                       layer.channels);
        }
        y += rows;
    }
}

template <global_average_pool_key G>
[[gnu::always_inline]] inline void end(const helium_tag& tag,
                                       const global_average_pool_layer<int8_t>& layer,
                                       const int32_t* sums, int8_t* out) {
    if (variant_for<G>(tag, layer) == portable_variant)
        end<G>(portable_tag{}, layer, sums, out);
    else
        helium_kernels::average_in_fours<traits_of(G)>(layer, sums, out);
}

}  // namespace tigris::kernels
