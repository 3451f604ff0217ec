// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Signed bytes of one quantization as those of another, with a few instructions each.

#include <tigris/kernels/arm_dsp/moves/spans.hpp>
#include <tigris/kernels/portable/convert.hpp>

namespace tigris::kernels {

template <convert_key G>
    requires(rescales_bytes(G))
[[gnu::always_inline]] inline void rows(arm_dsp_tag tag, const convert_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    convert_in_spans<G>(tag, layer, out, row_count, in);
}

}  // namespace tigris::kernels
