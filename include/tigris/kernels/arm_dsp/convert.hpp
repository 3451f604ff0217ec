// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Signed bytes of one quantization as those of another, with a few instructions each.

#include <tigris/kernels/arm_dsp/unit_scale.hpp>
#include <tigris/kernels/portable/convert.hpp>

namespace tigris::kernels {

template <geometry G>
    requires(rescales_bytes(G))
[[gnu::noinline]] inline void rows(arm_dsp_tag, const convert_layer<int8_t>& layer, int8_t* out,
                                   int32_t row_count, const row_window<int8_t>& in) {
    const rescaling r = layer.codes;
    const dsp::unit_scale<G.rounds, 8> scale(r.multiplier, r.codes);
    if (!scale.applies()) return rows<G>(portable_tag{}, layer, out, row_count, in);
    for (int32_t y = 0; y < row_count; ++y) {
        const int8_t* x = in(y);
        out = write_row<G>(out, layer.row_elements, layer.channels, [&](int32_t i) {
            return int8_t(dsp::limited(scale(x[i] - r.zero_point_in), r.codes));
        });
    }
}

}  // namespace tigris::kernels
