// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Axes of bytes in another order by CMSIS-NN.

#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/transpose.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

inline constexpr int most_axes = 4;

/// Extents of the input, and which of its axes each of the output's is. The library counts rows
/// and columns of matrices in 16 bits, and eight rows of them.
struct axes_in_order {
    int32_t extents[most_axes]{1, 1, 1, 1};
    uint32_t order[most_axes]{};
    bool is_small = true;
};

constexpr axes_in_order order_of(const transpose_layer<int8_t>& l) {
    axes_in_order result;
    for (int axis = 0; axis < l.axes; ++axis) {
        int before = 0;
        for (int other = 0; other < l.axes; ++other) before += l.strides[other] > l.strides[axis];
        result.order[axis] = uint32_t(before);
        result.extents[before] = l.extents[axis];
        result.is_small = result.is_small && l.extents[axis] < UINT16_MAX / 8;
    }
    return result;
}

/// Dims of the library begin with the first axis.
constexpr cmsis_nn_dims dims_of(const int32_t* extents) {
    return {extents[0], extents[1], extents[2], extents[3]};
}

inline void transpose_axes(const transpose_layer<int8_t>& l, const axes_in_order& from, int8_t* out,
                           const int8_t* in) {
    int32_t extents[most_axes]{1, 1, 1, 1};
    for (int axis = 0; axis < l.axes; ++axis) extents[axis] = l.extents[axis];
    const cmsis_nn_transpose_params params{l.axes, from.order};
    const cmsis_nn_dims input = dims_of(from.extents), output = dims_of(extents);
    arm_transpose_s8(in, out, &input, &output, &params);
}

/// Matrices behind each other, one by one: for these the library has a faster function.
inline void transpose_matrices(const axes_in_order& from, int8_t* out, const int8_t* in) {
    const uint32_t order[]{1, 0};
    const int32_t rows = from.extents[1], columns = from.extents[2];
    const cmsis_nn_transpose_params params{2, order};
    const cmsis_nn_dims input{rows, columns, 1, 1}, output{columns, rows, 1, 1};
    for (int32_t i = 0; i < from.extents[0]; ++i)
        arm_transpose_s8(in + i * rows * columns, out + i * rows * columns, &input, &output,
                         &params);
}

}  // namespace cmsis_nn_kernels

template <plain_key<ops::transpose> G>
inline void whole(cmsis_nn_tag, const transpose_layer<int8_t>& layer, int8_t* out,
                  const int8_t* in) {
    if (layer.axes < 2 || layer.axes > cmsis_nn_kernels::most_axes)
        return whole<G>(portable_tag{}, layer, out, in);
    const cmsis_nn_kernels::axes_in_order from = cmsis_nn_kernels::order_of(layer);
    if (!from.is_small)
        whole<G>(portable_tag{}, layer, out, in);
    else if (layer.axes == 3 && from.order[0] == 0)
        cmsis_nn_kernels::transpose_matrices(from, out, in);
    else
        cmsis_nn_kernels::transpose_axes(layer, from, out, in);
}

}  // namespace tigris::kernels
