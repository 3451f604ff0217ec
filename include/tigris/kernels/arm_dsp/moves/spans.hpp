// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Spans of elements, moved by words, or given other codes with a few instructions each.

#include <tigris/kernels/arm_dsp/moves/copy_by_words.hpp>
#include <tigris/kernels/arm_dsp/unit_scale.hpp>
#include <tigris/kernels/fast_int8/moves.hpp>
#include <tigris/kernels/walks/spans.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// How neighboring bytes are moved.
struct words {
    [[gnu::always_inline]] static void bytes(int8_t* to, const int8_t* from, int32_t count) {
        copy_by_words(to, from, count);
    }
};

}  // namespace arm_dsp_kernels

arm_dsp_kernels::words copy_of(arm_dsp_tag);

/// Rescales spans of bytes; by the portable kernel where scales grow too far.
template <rounding Rounds>
[[gnu::noinline]] inline void rescale_spans(arm_dsp_tag, int8_t* out, int32_t step_out,
                                            const int8_t* in, int32_t step_in, int32_t count,
                                            int32_t spans, rescaling codes) {
    const arm_dsp_kernels::unit_scale<Rounds, 8> scale(codes.multiplier, codes.codes);
    if (!scale.applies())
        return rescale_spans<Rounds>(portable_tag{}, out, step_out, in, step_in, count, spans,
                                     codes);
    for (; spans > 0; --spans, out += step_out, in += step_in)
        for (int32_t i = 0; i < count; ++i)
            out[i] =
                int8_t(arm_dsp_kernels::limited(scale(in[i] - codes.zero_point_in), codes.codes));
}

}  // namespace tigris::kernels
