// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One function for each operator that is taken apart: true if it was.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

// expand_attention.cpp
bool expand_attention(expansion&);

// expand_bounded.cpp
bool expand_non_max_suppression(expansion&);
bool expand_non_zero(expansion&);
bool expand_unique(expansion&);

// expand_cast.cpp
bool expand_cast(expansion&);

// expand_einsum.cpp
bool expand_einsum(expansion&);

// expand_elementwise.cpp
bool expand_cast_like(expansion&);
bool expand_clip(expansion&);
bool expand_extremum(expansion&);
bool expand_fused_conv(expansion&);
bool expand_mean(expansion&);
bool expand_microsoft_gelu(expansion&);
bool expand_old_broadcast(expansion&);
bool expand_prelu(expansion&);
bool expand_relu(expansion&);
bool expand_shrink(expansion&);
bool expand_sum(expansion&);
bool expand_swiglu(expansion&);

// expand_fused_matmul.cpp
bool expand_fused_matmul(expansion&);

// expand_identity.cpp
bool expand_dropout(expansion&);

// expand_if.cpp
bool expand_if(expansion&);

// expand_index.cpp
bool expand_reverse_sequence(expansion&);
bool expand_tensor_scatter(expansion&);
bool expand_scatter(expansion&);

// expand_integer_products.cpp
bool expand_conv_integer(expansion&);
bool expand_matmul_integer(expansion&);

// expand_labels.cpp
bool expand_label_encoder(expansion&);
bool expand_zip_map(expansion&);

// expand_linear.cpp
bool expand_array_feature_extractor(expansion&);
bool expand_binarizer(expansion&);
bool expand_linear_classifier(expansion&);
bool expand_linear_regressor(expansion&);
bool expand_normalizer(expansion&);
bool expand_scaler(expansion&);

// expand_losses.cpp
bool expand_negative_log_likelihood_loss(expansion&);
bool expand_softmax_cross_entropy_loss(expansion&);

// expand_loop.cpp
bool expand_loop(expansion&);

// expand_masks.cpp
bool expand_trilu(expansion&);
bool expand_one_hot(expansion&);

// expand_matmul_n_bits.cpp
bool expand_matmul_n_bits(expansion&);

// expand_moves.cpp
bool expand_depth_to_space(expansion&);
bool expand_space_to_depth(expansion&);
bool expand_gather(expansion&);
bool expand_pad(expansion&);
bool expand_center_crop_pad(expansion&);

// expand_normalization.cpp
bool expand_batch_normalization(expansion&);
bool expand_group_normalization(expansion&);
bool expand_instance_normalization(expansion&);
bool expand_layer_normalization(expansion&);
bool expand_lp_normalization(expansion&);
bool expand_mean_variance_normalization(expansion&);
bool expand_rms_normalization(expansion&);
bool expand_simplified_layer_normalization(expansion&);
bool expand_skip_layer_normalization(expansion&);
bool expand_skip_simplified_layer_normalization(expansion&);

// expand_quantize.cpp
bool expand_dequantize_linear(expansion&);
bool expand_dynamic_quantize_linear(expansion&);
bool expand_microsoft_quantization(expansion&);
bool expand_quantize_linear(expansion&);

// expand_quantized_operators.cpp
bool expand_nhwc_max_pool(expansion&);
bool expand_qgemm(expansion&);
bool expand_qlinear_add(expansion&);
bool expand_qlinear_average_pool(expansion&);
bool expand_qlinear_concat(expansion&);
bool expand_qlinear_conv(expansion&);
bool expand_qlinear_global_average_pool(expansion&);
bool expand_qlinear_leaky_relu(expansion&);
bool expand_qlinear_matmul(expansion&);
bool expand_qlinear_mul(expansion&);
bool expand_qlinear_sigmoid(expansion&);
bool expand_qlinear_softmax(expansion&);

// expand_recurrent.cpp
bool expand_recurrent(expansion&);

// expand_reduce.cpp
bool expand_cumulate(expansion&);
bool expand_det(expansion&);
bool expand_global_average_pool(expansion&);
bool expand_global_lp_pool(expansion&);
bool expand_global_max_pool(expansion&);
bool expand_hardmax(expansion&);
bool expand_top_k(expansion&);

// expand_scan.cpp
bool expand_scan(expansion&);

// expand_sequence.cpp
bool expand_causal_conv_with_state(expansion&);
bool expand_linear_attention(expansion&);
bool expand_rotary_embedding(expansion&);

// expand_shape.cpp
bool expand_shape(expansion&);
bool expand_size(expansion&);
bool expand_eye_like(expansion&);

// expand_signal.cpp
bool expand_blackman_window(expansion&);
bool expand_dft(expansion&);
bool expand_hamming_window(expansion&);
bool expand_hann_window(expansion&);
bool expand_mel_weight_matrix(expansion&);
bool expand_stft(expansion&);

// expand_split.cpp
bool expand_split(expansion&);

// expand_window.cpp
bool expand_affine_grid(expansion&);
bool expand_max_pool(expansion&);

// expand_trees.cpp
bool expand_tree_ensemble(expansion&);
bool expand_tree_ensemble_classifier(expansion&);
bool expand_tree_ensemble_regressor(expansion&);

}  // namespace onnx2hpp
