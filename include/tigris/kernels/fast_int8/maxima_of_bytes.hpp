// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which pools kernels for maxima of signed bytes apply.

#include <tigris/kernels/fast_int8/pool_taps.hpp>

namespace tigris::kernels {

constexpr bool finds_largest(const pool_key& key) {
    return is_max(key.function) && key.in == dtype::i8 && key.out == dtype::i8;
}

}  // namespace tigris::kernels
