// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Spans of elements, moved sixteen bytes at once, or given other codes eight at once.

#include <tigris/kernels/fast_int8/moves.hpp>
#include <tigris/kernels/helium/lane_scales.hpp>
#include <tigris/kernels/walks/spans.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// How neighboring bytes are moved.
struct vectors {
    [[gnu::always_inline]] static void bytes(int8_t* to, const int8_t* from, int32_t count) {
        copy_bytes(to, from, count);
    }
};

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

}  // namespace helium_kernels

helium_kernels::vectors copy_of(helium_tag);

/// What is left of a span is rescaled one by one, and all of it where scales grow too far.
template <rounding Rounds>
[[gnu::noinline]] inline void rescale_spans(helium_tag, int8_t* out, int32_t step_out,
                                            const int8_t* in, int32_t step_in, int32_t count,
                                            int32_t spans, rescaling codes) {
    const helium_kernels::common_scale<Rounds, 10> scale(codes.multiplier);
    const int32_t eights = scale.applies() ? count & ~7 : 0;
    for (; spans > 0; --spans, out += step_out, in += step_in) {
        helium_kernels::rescale_eights(codes, scale, in, eights, out);
        for (int32_t i = eights; i < count; ++i) out[i] = rescale<Rounds, int8_t>(in[i], codes);
    }
}

}  // namespace tigris::kernels
