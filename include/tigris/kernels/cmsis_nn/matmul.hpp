// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of two activations' matrices of codes, the second transposed, by CMSIS-NN.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/portable/matmul.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

/// Whether nothing leaves 32 bits: products of codes counted from their zero points.
constexpr bool stays_in_range(const matmul_layer<int8_t>& l) {
    return stay_small({0, l.multiplier.multiplier, l.multiplier.shift}, int64_t(l.k) * 255 * 255);
}

inline void multiply_matrices(const matmul_layer<int8_t>& l, int32_t* buffer, int8_t* out,
                              const int8_t* a, const int8_t* b) {
    const cmsis_nn_context context{buffer, 0};
    const cmsis_nn_bmm_params params{
        false, false, {-l.zero_point_a, -l.zero_point_b, l.codes.zero_point, range_of(l.codes)}};
    const cmsis_nn_per_tensor_quant_params scale{l.multiplier.multiplier, l.multiplier.shift};
    const cmsis_nn_dims left{1, 1, l.m, l.k}, right{1, 1, l.n, l.k}, product{1, 1, l.m, l.n};
    arm_batch_matmul_s8(&context, &params, &scale, &left, a, &right, b, &product, out);
}

}  // namespace cmsis_nn_kernels

template <matmul_key G, class A, class B>
    requires(cmsis_nn_kernels::multiplies_matrices(G) && can_round<cmsis_nn_tag>(G.rounds))
inline void whole(cmsis_nn_tag tag, const matmul_layer<int8_t>& layer, int8_t* out, const A& a,
                  const B& b) {
    if (!cmsis_nn_kernels::stays_in_range(layer)) return whole<G>(portable_tag{}, layer, out, a, b);
    const product_batches& batch = layer.batch;
    odometer place;
    do {
        cmsis_nn_kernels::multiply_matrices(
            layer, first_word<int32_t>(tag.scratch), out,
            elements_of_row(a) + place.offset(batch.strides_a, batch.axes) * (layer.m * layer.k),
            elements_of_row(b) + place.offset(batch.strides_b, batch.axes) * (layer.k * layer.n));
        out += layer.m * layer.n;
    } while (place.advance(batch.extents, batch.axes));
}

}  // namespace tigris::kernels
