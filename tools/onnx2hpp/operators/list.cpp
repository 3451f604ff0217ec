// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <utility>

namespace onnx2hpp {
namespace operators {

// Each file of entries, folder by folder, declared and then listed.
// clang-format off
using file_of_operators = operator_entries();

file_of_operators conv_operators, conv_transpose_operators, deform_conv_operators,
    col2im_operators, pool_operators, max_unpool_operators, roi_align_operators, resize_operators,
    grid_sample_operators;
file_of_operators activations_operators, relu_operators, prelu_operators, clip_operators,
    trigonometry_operators, exponentials_operators, signs_operators, rounding_operators,
    special_values_operators, arithmetic_operators, modulo_operators, extrema_operators,
    comparison_operators, logic_operators, bitwise_operators, where_operators, cast_operators,
    bit_cast_operators;
file_of_operators identity_operators, reshape_operators, transpose_operators,
    depth_to_space_operators, concat_operators, split_operators, pad_operators,
    slice_and_tile_operators, trilu_operators;
file_of_operators gather_operators, scatter_operators, one_hot_operators,
    reverse_sequence_operators, non_max_suppression_operators, non_zero_and_unique_operators,
    shape_operators, constants_operators;
file_of_operators gemm_operators, matmul_operators, einsum_operators, matmul_n_bits_operators,
    det_operators;
file_of_operators reduce_operators, arg_reduce_operators, cumulate_operators, top_k_operators,
    softmax_operators, losses_operators;
file_of_operators batch_normalization_operators, group_normalization_operators,
    layer_normalization_operators, lp_normalization_operators, normalize_operators, lrn_operators;
file_of_operators quantize_linear_operators, dequantize_linear_operators,
    dynamic_quantize_linear_operators, dynamic_products_operators, integer_layers_operators,
    integer_products_operators, qlinear_operators;
file_of_operators recurrent_operators, dynamic_quantize_lstm_operators, attention_operators,
    linear_attention_operators, rotary_embedding_operators, causal_conv_with_state_operators;
file_of_operators if_operators, loop_operators, scan_operators;
file_of_operators window_functions_operators, fourier_operators, mel_weight_matrix_operators;
file_of_operators tree_ensemble_operators, tree_ensemble_classifier_operators, trees_operators,
    linear_operators, labels_operators;

static constexpr file_of_operators* files[]{
    conv_operators, conv_transpose_operators, deform_conv_operators, col2im_operators,
    pool_operators, max_unpool_operators, roi_align_operators, resize_operators,
    grid_sample_operators,
    activations_operators, relu_operators, prelu_operators, clip_operators,
    trigonometry_operators, exponentials_operators, signs_operators, rounding_operators,
    special_values_operators, arithmetic_operators, modulo_operators, extrema_operators,
    comparison_operators, logic_operators, bitwise_operators, where_operators, cast_operators,
    bit_cast_operators,
    identity_operators, reshape_operators, transpose_operators, depth_to_space_operators,
    concat_operators, split_operators, pad_operators, slice_and_tile_operators,
    trilu_operators,
    gather_operators, scatter_operators, one_hot_operators, reverse_sequence_operators,
    non_max_suppression_operators, non_zero_and_unique_operators, shape_operators,
    constants_operators,
    gemm_operators, matmul_operators, einsum_operators, matmul_n_bits_operators,
    det_operators,
    reduce_operators, arg_reduce_operators, cumulate_operators, top_k_operators,
    softmax_operators, losses_operators,
    batch_normalization_operators, group_normalization_operators,
    layer_normalization_operators, lp_normalization_operators, normalize_operators,
    lrn_operators,
    quantize_linear_operators, dequantize_linear_operators, dynamic_quantize_linear_operators,
    dynamic_products_operators, integer_layers_operators, integer_products_operators,
    qlinear_operators,
    recurrent_operators, dynamic_quantize_lstm_operators, attention_operators,
    linear_attention_operators, rotary_embedding_operators, causal_conv_with_state_operators,
    if_operators, loop_operators, scan_operators,
    window_functions_operators, fourier_operators, mel_weight_matrix_operators,
    tree_ensemble_operators, tree_ensemble_classifier_operators, trees_operators,
    linear_operators, labels_operators,
};
// clang-format on

static operator_entries all_entries() {
    operator_entries all;
    for (file_of_operators* const file : files)
        for (operator_entry& entry : file()) all.push_back(std::move(entry));
    return all;
}

}  // namespace operators

const operator_table& all_operators() {
    static const operator_table table(operators::all_entries());
    return table;
}

}  // namespace onnx2hpp
