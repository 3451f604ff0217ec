// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Signed bytes of one quantization as those of another, eight at a time.

#include <tigris/kernels/helium/runs.hpp>
#include <tigris/kernels/portable/convert.hpp>

namespace tigris::kernels {

template <geometry G>
    requires(rescales_bytes(G))
[[gnu::always_inline]] inline void rows(helium_tag tag, const convert_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    const int32_t run = G.out_pixel_stride ? layer.channels : layer.row_elements;
    const int32_t step = G.out_pixel_stride ? G.out_pixel_stride : run;
    const int32_t runs = layer.row_elements / run;
    for (int32_t y = 0; y < row_count; ++y, out += runs * step)
        rescale_runs<geometry{.rounds = G.rounds}>(tag, out, step, in(y), run, run, runs,
                                                   layer.codes);
}

}  // namespace tigris::kernels
