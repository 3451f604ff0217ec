// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Signed bytes of one quantization as those of another, eight at a time.

#include <tigris/kernels/helium/rescale_eights.hpp>
#include <tigris/kernels/portable/convert.hpp>

namespace tigris::kernels {
namespace mve {

constexpr bool rescales_bytes(const geometry& g) {
    return g.quantized && g.in == dtype::i8 && g.out == dtype::i8;
}

}  // namespace mve

/// What is left of a row is converted one by one, and all of it where scales grow too far.
template <geometry G>
    requires(mve::rescales_bytes(G))
[[gnu::noinline]] inline void rows(helium_tag, const convert_layer<int8_t>& layer, int8_t* out,
                                   int32_t row_count, const row_window<int8_t>& in) {
    const rescaling& r = layer.codes;
    const mve::common_scale<G.rounds, 10> scale(r.multiplier);
    const int32_t run = G.out_pixel_stride ? layer.channels : layer.row_elements;
    const int32_t step = G.out_pixel_stride ? G.out_pixel_stride : run;
    const int32_t eights = scale.applies() ? run & ~7 : 0;
    for (int32_t y = 0; y < row_count; ++y) {
        const int8_t* x = in(y);
        for (int32_t rest = layer.row_elements; rest > 0; rest -= run, x += run, out += step) {
            mve::rescale_eights(r, scale, x, eights, out);
            for (int32_t i = eights; i < run; ++i) out[i] = convert_element<G, int8_t>(x[i], layer);
        }
    }
}

}  // namespace tigris::kernels
