// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Spans of neighboring elements, copied or requantized, in plain C++. A backend may have overloads
// of its own for its tag.

#include <tigris/kernels/arithmetic/rescaling.hpp>
#include <tigris/kernels/contract/backend.hpp>

namespace tigris::kernels {

/// Copies `spans` spans of `count` elements, `step_in` and `step_out` elements apart. No pointer
/// passes the end of the last span.
template <class Out, class In>
[[gnu::noinline]] constexpr void copy_spans(portable_tag, Out* out, int32_t step_out, In in,
                                            int32_t step_in, int32_t count, int32_t spans) {
    for (; spans > 0; out += step_out, in = in + step_in) {
        for (int32_t i = 0; i < count; ++i) out[i] = in[i];
        if (--spans == 0) return;
    }
}

/// Copies `spans` spans of `count` elements, given other codes. `in` may be `out`.
template <rounding Rounds, class Out, class In>
[[gnu::noinline]] constexpr void rescale_spans(portable_tag, Out* out, int32_t step_out, In in,
                                               int32_t step_in, int32_t count, int32_t spans,
                                               rescaling codes) {
    for (; spans > 0; out += step_out, in = in + step_in) {
        for (int32_t i = 0; i < count; ++i) out[i] = rescale<Rounds, Out>(in[i], codes);
        if (--spans == 0) return;
    }
}

}  // namespace tigris::kernels
