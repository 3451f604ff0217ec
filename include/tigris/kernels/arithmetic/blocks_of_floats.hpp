// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The orders float_fours and simd_sixteens: blocks of outputs, whose floats lie side by side.

#include <stdint.h>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels {

/// Blocks of `block` outputs, which are filled up with zeros.
constexpr void arrange_floats(const weight_extents& e, int32_t block, const int8_t* from,
                              int8_t* to) {
    const int32_t elements = e.rows * e.span;
    for (int32_t first = 0; first < e.outputs; first += block)
        for (int32_t k = 0; k < elements; ++k)
            for (int32_t o = first; o < first + block; ++o)
                for (int32_t byte = 0; byte < 4; ++byte)
                    *to++ = o < e.outputs ? from[4 * (o * elements + k) + byte] : int8_t(0);
}

}  // namespace tigris::kernels
