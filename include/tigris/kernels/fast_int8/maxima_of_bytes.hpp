// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which pools kernels for maxima of signed bytes apply.

#include <tigris/kernels/fast_int8/pool_taps.hpp>

namespace tigris::kernels {

constexpr bool finds_largest(const geometry& g) {
    return is_max(g) && g.in == dtype::i8 && g.out == dtype::i8;
}

/// The fields that maxima are compiled for.
constexpr geometry maximum_key(const geometry& g) { return with_window({}, window_of(g)); }

}  // namespace tigris::kernels
