// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A border of one number around images of bytes by CMSIS-NN.

#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/portable/pad.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

/// The library cuts nothing off.
constexpr bool only_adds(const pad_layer<int8_t>& l) {
    for (int axis = 0; axis < 2; ++axis)
        if (l.before[axis] < 0 || l.extents_out[axis] < l.extents[axis] + l.before[axis])
            return false;
    return true;
}

/// A row, or without one (null) only border.
inline void pad_row(const pad_layer<int8_t>& l, int8_t* out, const int8_t* row) {
    const int32_t width = l.extents[0], channels = l.extents[1];
    const int32_t *before = l.before, *whole = l.extents_out;
    const cmsis_nn_dims input{1, row ? 1 : 0, width, channels},
        first{0, row ? 0 : 1, before[0], before[1]},
        last{0, 0, whole[0] - width - before[0], whole[1] - channels - before[1]};
    arm_pad_s8(row, out, l.value, &input, &first, &last);
}

}  // namespace cmsis_nn_kernels

template <pad_key G>
    requires(cmsis_nn_kernels::pads(G))
inline void rows(cmsis_nn_tag, const pad_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    if (!cmsis_nn_kernels::only_adds(layer))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    const int32_t elements = layer.extents_out[0] * layer.extents_out[1];
    for (int32_t y = 0; y < row_count; ++y)
        cmsis_nn_kernels::pad_row(layer, out + y * elements, in(y));
}

}  // namespace tigris::kernels
