// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes over sliding windows: the maximum, sixteen channels at once; averages in their own header.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/fast_int8/maxima_of_bytes.hpp>
#include <tigris/kernels/helium/pool/average.hpp>

namespace tigris::kernels {
namespace helium_kernels {

template <window_key Window>
[[gnu::noinline]] inline void find_largest_rows(const pool_layer<int8_t>& layer, int8_t* out,
                                                int32_t step, int32_t row_count,
                                                const row_window<int8_t>& in) {
    const int32_t channels = layer.channels, wholes = channels & ~15, few = channels & 15;
    const bytes low = all_bytes(layer.result.codes.low), high = all_bytes(layer.result.codes.high);
    const auto pixel = [&](const pool_taps<Window>& taps, int8_t* to)
        __attribute__((always_inline)) {
        for (int32_t c = 0; c < wholes; c += 16) {
            bytes largest = low;
            taps.for_each(c, [&](const int8_t* x) { largest = larger(largest, load<bytes>(x)); });
            store(to + c, smaller(largest, high));
        }
        if (few == 0) return;
        bytes largest = low;
        taps.for_each(wholes,
                      [&](const int8_t* x) { largest = larger(largest, load_first(x, few)); });
        store_first(to + wholes, smaller(largest, high), few);
    };
    for_each_window<Window>(layer, out, step, row_count, in, pixel);
}

}  // namespace helium_kernels

/// Tensors of one quantization; the portable kernel rescales others.
template <pool_key G>
    requires(finds_largest(G))
[[gnu::always_inline]] constexpr int8_t variant_of(const helium_tag&,
                                                   const pool_layer<int8_t>& layer) {
    return layer.result.is_identity() ? first_variant : portable_variant;
}

template <pool_key G>
    requires(finds_largest(G))
[[gnu::always_inline]] inline void rows(const helium_tag& tag, const pool_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    if (variant_for<G>(tag, layer) == first_variant)
        helium_kernels::find_largest_rows<G.window>(
            layer, out, pixel_step(G.out_pixel_stride, layer.channels), row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
