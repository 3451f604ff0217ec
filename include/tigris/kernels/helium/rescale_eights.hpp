// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Signed bytes of one quantization as those of another, eight at a time.

#include <tigris/kernels/helium/lane_scales.hpp>
#include <tigris/kernels/rescaling.hpp>

namespace tigris::kernels::mve {

/// `count` neighboring codes, a multiple of eight.
template <rounding Rounds>
[[gnu::noinline]] inline void rescale_eights(const rescaling& r,
                                             const common_scale<Rounds, 10>& like, const int8_t* x,
                                             int32_t count, int8_t* out) {
    const common_scale<Rounds, 10> scale = like;  // a code that is written could be any of it
    const halves low = all_halves(r.codes.low), high = all_halves(r.codes.high);
    const int32_t zero_point = r.codes.zero_point, zero_point_in = r.zero_point_in;
    for (const int8_t* end = x + count; x != end; x += 8, out += 8) {
        const halves units = add(widen_8(x), -zero_point_in);
        const words even = scale(even_words(units)), odd = scale(odd_words(units));
        const halves made = add_saturated(narrow(even, odd), zero_point);
        store_lowest(out, smaller(larger(made, low), high));
    }
}

}  // namespace tigris::kernels::mve
