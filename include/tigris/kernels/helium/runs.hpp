// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs of neighboring elements, moved sixteen bytes at once, or given other codes eight at once.

#include <tigris/kernels/helium/lane_scales.hpp>
#include <tigris/kernels/runs.hpp>

namespace tigris::kernels {
namespace mve {

[[gnu::noinline]] inline void copy_runs_of_bytes(int8_t* out, int32_t step_out, const int8_t* in,
                                                 int32_t step_in, int32_t count, int32_t runs) {
    if (step_out == count && step_in == count) return copy_bytes(out, in, count * runs);
    for (; runs > 0; --runs, out += step_out, in += step_in) copy_bytes(out, in, count);
}

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

}  // namespace mve

/// Elements of any type are so many bytes.
template <class T>
[[gnu::always_inline]] inline void copy_runs(helium_tag, T* out, int32_t step_out, const T* in,
                                             int32_t step_in, int32_t count, int32_t runs) {
    constexpr int32_t size = sizeof(T);
    mve::copy_runs_of_bytes(reinterpret_cast<int8_t*>(out), size * step_out,
                            reinterpret_cast<const int8_t*>(in), size * step_in, size * count,
                            runs);
}

/// What is left of a run is rescaled one by one, and all of it where scales grow too far.
template <geometry G>
[[gnu::noinline]] inline void rescale_runs(helium_tag, int8_t* out, int32_t step_out,
                                           const int8_t* in, int32_t step_in, int32_t count,
                                           int32_t runs, rescaling codes) {
    const mve::common_scale<G.rounds, 10> scale(codes.multiplier);
    const int32_t eights = scale.applies() ? count & ~7 : 0;
    for (; runs > 0; --runs, out += step_out, in += step_in) {
        mve::rescale_eights(codes, scale, in, eights, out);
        for (int32_t i = eights; i < count; ++i) out[i] = rescale<G, int8_t>(in[i], codes);
    }
}

}  // namespace tigris::kernels
