// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One function for each family of operators: the shape and type of a node's result.

#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

// shape_rules_window.cpp
void shape_conv(shape_context&);
void shape_max_pool(shape_context&);
void shape_average_pool(shape_context&);
void shape_resize(shape_context&);
void shape_conv_transpose(shape_context&);
void shape_lp_pool(shape_context&);
void shape_max_pool_indices(shape_context&);
void shape_max_unpool(shape_context&);

// shape_rules_sampling.cpp
void shape_col2im(shape_context&);
void shape_deform_conv(shape_context&);
void shape_grid_sample(shape_context&);
void shape_roi_align(shape_context&);

// shape_rules_recurrent.cpp
void shape_recurrent(shape_context&);

// shape_rules_trees.cpp
void shape_trees(shape_context&);

// shape_rules_reduce.cpp
void shape_global_average_pool(shape_context&);
void shape_reduce(shape_context&);
void shape_arg_reduce(shape_context&);
void shape_cumulate(shape_context&);
void shape_top_k(shape_context&);
void shape_normalize(shape_context&);
void shape_lrn(shape_context&);
void shape_pivots(shape_context&);
void shape_select_boxes(shape_context&);

// shape_rules_product.cpp
void shape_gemm(shape_context&);
void shape_matmul(shape_context&);

// shape_rules_elementwise.cpp
void shape_binary(shape_context&);
void shape_bit_cast(shape_context&);
void shape_bit_shift(shape_context&);
void shape_bitwise(shape_context&);
void shape_bitwise_not(shape_context&);
void shape_cast(shape_context&);
void shape_compare(shape_context&);
void shape_is_special(shape_context&);  // IsNaN, IsInf
void shape_logical(shape_context&);
void shape_mod(shape_context&);
void shape_not(shape_context&);
void shape_power(shape_context&);
void shape_prelu(shape_context&);
void shape_relu(shape_context&);
void shape_unary(shape_context&);
void shape_unary_number(shape_context&);  // integers, too
void shape_where(shape_context&);
void shape_clip(shape_context&);
void shape_softmax(shape_context&);
void shape_batch_normalization(shape_context&);

// shape_rules_layout.cpp
void shape_identity(shape_context&);
void shape_reshape(shape_context&);
void shape_flatten(shape_context&);
void shape_squeeze(shape_context&);
void shape_unsqueeze(shape_context&);
void shape_transpose(shape_context&);
void shape_pad(shape_context&);

// shape_rules_constant.cpp
void shape_constant_of_shape(shape_context&);

// shape_rules_concat.cpp
void shape_concat(shape_context&);

// shape_rules_count.cpp
void shape_range(shape_context&);
void shape_non_zero(shape_context&);

// shape_rules_moves.cpp
void shape_slice(shape_context&);
void shape_expand(shape_context&);
void shape_tile(shape_context&);

// shape_rules_index.cpp
void shape_gather(shape_context&);
void shape_gather_elements(shape_context&);
void shape_gather_nd(shape_context&);
void shape_scatter_elements(shape_context&);
void shape_scatter_nd(shape_context&);

// shape_rules_quantize.cpp
void shape_quantize_linear(shape_context&);
void shape_dequantize_linear(shape_context&);

}  // namespace onnx2hpp
