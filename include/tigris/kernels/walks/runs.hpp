// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs of neighboring elements, moved or given other codes, in plain C++; a backend may have
// overloads of its own, for its tag.

#include <tigris/kernels/arithmetic/rescaling.hpp>
#include <tigris/kernels/contract/backend.hpp>

namespace tigris::kernels {

/// `runs` runs of `count` elements, `step_in` and `step_out` elements apart.
template <class Out, class In>
[[gnu::noinline]] constexpr void copy_runs(portable_tag, Out* out, int32_t step_out, In in,
                                           int32_t step_in, int32_t count, int32_t runs) {
    for (; runs > 0; --runs, out += step_out, in = in + step_in)
        for (int32_t i = 0; i < count; ++i) out[i] = in[i];
}

/// The same with other codes; `in` may be `out`.
template <geometry G, class Out, class In>
[[gnu::noinline]] constexpr void rescale_runs(portable_tag, Out* out, int32_t step_out, In in,
                                              int32_t step_in, int32_t count, int32_t runs,
                                              rescaling codes) {
    for (; runs > 0; --runs, out += step_out, in = in + step_in)
        for (int32_t i = 0; i < count; ++i) out[i] = rescale<G, Out>(in[i], codes);
}

}  // namespace tigris::kernels
