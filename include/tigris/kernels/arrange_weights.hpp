// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights brought into the orders of all backends.

#include <tigris/kernels/arithmetic/blocks_of_floats.hpp>
#include <tigris/kernels/arm_dsp/paired_weights.hpp>
#include <tigris/kernels/blocked/weights_of_four.hpp>
#include <tigris/kernels/helium/depthwise_conv/weights_of_sixteen.hpp>
#include <tigris/kernels/helium/weights_of_four.hpp>

namespace tigris::kernels {

/// The bytes of canonical weights in another order that they can be brought into; `to` has room for
/// stored_elements().
constexpr void arrange_weights(weight_order order, const weight_extents& e, const int8_t* from,
                               int8_t* to) {
    if (order == weight_order::helium_fours)
        helium_kernels::arrange_fours(e, from, to);
    else if (order == weight_order::helium_sixteens)
        helium_kernels::arrange_sixteens(e, from, to);
    else if (order == weight_order::blocked_fours)
        blocked_kernels::arrange_fours(e, from, to);
    else if (order == weight_order::simd_sixteens)
        arrange_floats(e, 16, from, to);
    else if (order == weight_order::float_fours)
        arrange_floats(e, 4, from, to);
    else
        arm_dsp_kernels::arrange_pairs(order, e, from, to);
}

}  // namespace tigris::kernels
