// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes and numbers whose scale is computed at run time, by code of the tag's backend. A core
// without an instruction for floats declares none:
//   quantize_of(tag)  a type: span(range, out, in, count) gives neighboring floats their codes
//   rescale_of(tag)   a type: run(...) makes numbers of sums, four channels of pixels at a time

#include <tigris/kernels/portable/dynamic_quantize.hpp>
#include <tigris/kernels/portable/rescale_sums.hpp>

namespace tigris::kernels {

template <plain_key<ops::dynamic_quantize>, class Own, class Out>
    requires requires { quantize_of(Own{}); }
[[gnu::noinline]] inline void rows(cortex_m_tag<Own>, const dynamic_quantize_layer<float>& layer,
                                   Out* out, int32_t row_count, const row_window<float>& in,
                                   const row_window<float>& range) {
    using quantize = decltype(quantize_of(Own{}));
    quantize_rows(layer, out, row_count, in, range(0), quantize::template span<Out>);
}

template <plain_key<ops::dynamic_quantize>, class Own, class Out>
    requires requires { quantize_of(Own{}); }
[[gnu::noinline]] inline void whole(cortex_m_tag<Own>, const dynamic_quantize_layer<float>& layer,
                                    Out* out, const float* const& in, const float* const& range) {
    using quantize = decltype(quantize_of(Own{}));
    quantize_in_border(layer, out, in, range, quantize::template span<Out>);
}

template <rescale_sums_key G, class Own, class T, class Range, class Totals>
    requires(rescales_in_place(G))
&&requires { rescale_of(Own{}); }
[[gnu::noinline]] inline void rows(cortex_m_tag<Own>, const rescale_sums_layer<T>& layer,
                                   float* out, int32_t row_count, const row_window<int32_t>& in,
                                   const Range& range, const Totals& totals) {
    rescale_by_fours<G, decltype(rescale_of(Own{}))>(layer, out, row_count, in, range, totals);
}

}  // namespace tigris::kernels
