// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average of bytes over sliding windows: 32 or eight channels are added at a time, in 16 bits.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/helium/pool/window_means.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// Windows with `padding` for what stands for taps that do not exist.
template <window_key Window>
struct window_sums {
    const pool_taps<Window>& taps;
    int32_t padding;

    [[gnu::always_inline]] halves of_8(int32_t c) const {
        halves sums = all_halves(padding);
        taps.for_each(c, [&](const int8_t* x) { sums += widen_8(x); });
        return sums;
    }
    [[gnu::always_inline]] halves of_first_8(int32_t c, int32_t few) const {
        halves sums = all_halves(padding);
        taps.for_each(c, [&](const int8_t* x) { sums += widen_first_8(x, few); });
        return sums;
    }
    [[gnu::always_inline]] void of_32(int32_t c, halves (&sums)[4]) const {
        for (halves& eight : sums) eight = all_halves(padding);
        taps.for_each_row(
            c, [&](const int8_t* x) __attribute__((always_inline)) {
                add_columns(sums, x, taps.apart, taps.count);
            });
    }
};

/// The codes of eight channels one by one.
template <window_average_key G>
[[gnu::noinline]] inline halves average_slowly(halves sums, int32_t count, const rescaling& r) {
    halves codes{};
    for (int32_t i = 0; i < 8; ++i)
        codes[i] = average<G.rounds, is_mean(G.function), int8_t>(sums[i], count, r);
    return codes;
}

/// Averages all channels of a window of `count` codes, at least one.
template <window_average_key G, class Means>
[[gnu::always_inline]] inline void average_window(const window_sums<G.window>& window,
                                                  const Means& means, int32_t count,
                                                  const rescaling& r, int32_t channels,
                                                  int8_t* out) {
    const auto codes_of = [&](halves sums) __attribute__((always_inline)) {
        halves codes;
        return means.average(sums, codes) ? codes : average_slowly<G>(sums, count, r);
    };
    int32_t c = 0;
    for (; c + 32 <= channels; c += 32) {
        halves sums[4];
        window.of_32(c, sums);
        for (int32_t i = 0; i < 4; ++i) store_lowest(out + c + 8 * i, codes_of(sums[i]));
    }
    for (; c + 8 <= channels; c += 8) store_lowest(out + c, codes_of(window.of_8(c)));
    if (const int32_t few = channels - c; few > 0)
        store_first_lowest(out + c, codes_of(window.of_first_8(c, few)), few);
}

template <window_average_key G, class Means>
[[gnu::noinline]] inline void average_rows(const pool_layer<int8_t>& layer, int8_t* out,
                                           int32_t step, int32_t row_count,
                                           const row_window<int8_t>& in) {
    Means means(layer.result);
    int32_t divisor = 0;
    const auto pixel = [&](const pool_taps<G.window>& taps, int8_t* to)
        __attribute__((always_inline)) {
        const int32_t count = layer.count_include_pad ? G.window.taps() : taps.size();
        if (count == 0)
            return fill_bytes(to, all_bytes(encode<int8_t>(0, layer.result.codes)), layer.channels);
        if (count != divisor) means.divide_by(divisor = count);
        const int32_t padding = (count - taps.size()) * layer.result.zero_point_in;
        average_window<G>({taps, padding}, means, count, layer.result, layer.channels, to);
    };
    for_each_window<G.window>(layer, out, step, row_count, in, pixel);
}

}  // namespace helium_kernels

/// First for averages that are codes, second for those that are rescaled.
template <pool_key G>
    requires(averages_bytes(G))
[[gnu::always_inline]] constexpr int8_t variant_of(const helium_tag&,
                                                   const pool_layer<int8_t>& layer) {
    const bool may_be_codes = G.rounds == rounding::nearest || !is_mean(G.function);
    return may_be_codes && layer.result.is_identity() ? first_variant : second_variant;
}

template <pool_key G>
    requires(averages_bytes(G))
[[gnu::always_inline]] inline void rows(const helium_tag& tag, const pool_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    using namespace helium_kernels;
    constexpr window_average_key key = window_average_key_of(G);
    const int32_t step = pixel_step(G.out_pixel_stride, layer.channels);
    if (variant_for<G>(tag, layer) == first_variant)
        average_rows<key, code_means<G.rounds>>(layer, out, step, row_count, in);
    else
        average_rows<key, scaled_means<G.rounds>>(layer, out, step, row_count, in);
}

}  // namespace tigris::kernels
