// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors joined along one axis, in runs of words.

#include <tigris/kernels/arm_dsp/moves/spans.hpp>
#include <tigris/kernels/portable/concat.hpp>

namespace tigris::kernels {

template <concat_key G, class T, class Out, class... Windows>
[[gnu::always_inline]] inline void rows(arm_dsp_tag tag, const concat_layer<T>& layer, Out* out,
                                        int32_t row_count, const Windows&... windows) {
    join_rows<G>(tag, layer, out, row_count, windows...);
}

template <concat_key G, class T, class Out, class... In>
[[gnu::always_inline]] inline void whole(arm_dsp_tag tag, const concat_layer<T>& layer, Out* out,
                                         In... in) {
    join_all<G>(tag, layer, out, in...);
}

}  // namespace tigris::kernels
