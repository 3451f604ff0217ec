// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes, or of 16 bits with one scale, by CMSIS-NN. A vector that comes in
// several rows is portable's.

#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/cmsis_nn/memory.hpp>
#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

/// The vectors of a row. For Helium the library reads sums of weights, with the bias, from its
/// buffer: with zero points in the biases they are these.
inline void multiply_vectors(const gemm_layer<int8_t>& layer, const channel_tables& tables,
                             const int8_t* x, int8_t* out) {
    const cmsis_nn_context context{tables.bias, 0};
    const result_codes& codes = layer.result.codes;
    const cmsis_nn_fc_params params{0, 0, codes.zero_point, range_of(codes)};
    const cmsis_nn_per_channel_quant_params scales = scales_of(tables);
    const cmsis_nn_dims input{layer.vectors, 1, 1, layer.channels_in},
        filter{layer.channels_in, 1, 1, layer.channels_out}, bias{1, 1, 1, layer.channels_out},
        output{layer.vectors, 1, 1, layer.channels_out};
    arm_fully_connected_per_channel_s8(&context, &params, &scales, &input, x, &filter,
                                       layer.weights.bytes, &bias, tables.bias, &output, out);
}

inline void multiply_wide_vectors(const gemm_layer<int16_t>& layer,
                                  const wide_channel_tables& tables, const int16_t* x,
                                  int16_t* out) {
    const cmsis_nn_context context{nullptr, 0};
    const cmsis_nn_fc_params params{0, 0, 0, range_of(layer.result.codes)};
    const cmsis_nn_per_tensor_quant_params scale{tables.multipliers[0], tables.shifts[0]};
    const cmsis_nn_dims input{layer.vectors, 1, 1, layer.channels_in},
        filter{layer.channels_in, 1, 1, layer.channels_out}, bias{1, 1, 1, layer.channels_out},
        output{layer.vectors, 1, 1, layer.channels_out};
    arm_fully_connected_s16(&context, &params, &scale, &input, x, &filter, layer.weights.bytes,
                            &bias, tables.bias, &output, out);
}

}  // namespace cmsis_nn_kernels

template <gemm_key G>
    requires(takes_bytes(G) && can_round<cmsis_nn_tag>(G.finish.rounds))
inline void rows(cmsis_nn_tag tag, const gemm_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    channel_tables tables;
    if (!make_channel_tables<G.finish>(tables, first_word<int32_t>(tag.scratch), layer.result,
                                       layer.channels_out, layer.channels_in))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    for (int32_t y = 0; y < row_count; ++y, out += layer.vectors * layer.channels_out)
        cmsis_nn_kernels::multiply_vectors(layer, tables, in(y), out);
}

template <gemm_key G>
    requires(cmsis_nn_kernels::takes_wide_vectors(G) && can_round<cmsis_nn_tag>(G.finish.rounds))
inline void rows(cmsis_nn_tag tag, const gemm_layer<int16_t>& layer, int16_t* out,
                 int32_t row_count, const row_window<int16_t>& in) {
    wide_channel_tables tables;
    if (!make_channel_tables<G.finish>(tables,
                                       reinterpret_cast<int32_t*>(first_word<int64_t>(tag.scratch)),
                                       layer.result, layer.channels_out, layer.channels_in))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    for (int32_t y = 0; y < row_count; ++y, out += layer.vectors * layer.channels_out)
        cmsis_nn_kernels::multiply_wide_vectors(layer, tables, in(y), out);
}

}  // namespace tigris::kernels
