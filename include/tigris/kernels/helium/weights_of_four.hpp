// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The order of weights that the tool makes for Helium: vectors of four outputs in turn.

#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::helium_kernels {

/// helium_fours: outputs four by four; of each four, sixteen weights of the first, then of the
/// others. A window's last vector is filled up with zeros, and so are the last four outputs.
constexpr void arrange_fours(const weight_extents& e, const int8_t* from, int8_t* to) {
    const int32_t elements = e.rows * e.span;
    for (int32_t four = 0; four < e.fours(); ++four)
        for (int32_t k = 0; k < 16 * e.vectors(); k += 16)
            for (int32_t o = 4 * four; o < 4 * four + 4; ++o)
                for (int32_t i = k; i < k + 16; ++i)
                    *to++ = o < e.outputs && i < elements ? from[o * elements + i] : int8_t(0);
}

}  // namespace tigris::kernels::helium_kernels
