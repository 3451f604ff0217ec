// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One function for each way in which an ONNX operator becomes canonical operators.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

// Each adds the steps of a node and places its output. They fail with a diagnostic where the
// canonical operators cannot do what the node says.

void lower_conv(lowering& l, const node& n);            // conv or depthwise_conv
void lower_conv_nd(lowering& l, const node& n);         // what conv cannot do
void lower_conv_transpose(lowering& l, const node& n);  // conv_transpose or conv_nd
void lower_gemm(lowering& l, const node& n);            // gemm; and binary for a full matrix C
void lower_product(lowering& l, const node& n);         // matmul: what has no constant matrix
void lower_pool(lowering& l, const node& n);            // pool or global_average_pool
void lower_pool_nd(lowering& l, const node& n);         // what pool cannot do
void lower_max_unpool(lowering& l, const node& n);
void lower_global_average_pool(lowering& l, const node& n);
void lower_batch_normalization(lowering& l, const node& n);  // depthwise_conv with a 1x1 kernel
void lower_binary(lowering& l, const node& n);
void lower_convert(lowering& l, const node& n);   // whatever changes type or range
void lower_bit_cast(lowering& l, const node& n);  // no step
void lower_select(lowering& l, const node& n);
void lower_unary(lowering& l, const node& n);
void lower_concat(lowering& l, const node& n);  // concat; convert where there is one input
void lower_resize(lowering& l, const node& n);  // resize; interpolate for each axis otherwise
void lower_grid_sample(lowering& l, const node& n);
void lower_roi_align(lowering& l, const node& n);
void lower_col2im(lowering& l, const node& n);
void lower_deform_conv(lowering& l, const node& n);
void lower_recurrent(lowering& l, const node& n);
void lower_softmax(lowering& l, const node& n);
void lower_pad(lowering& l, const node& n);
void lower_slice(lowering& l, const node& n);
void lower_tile(lowering& l, const node& n);             // Tile and Expand
void lower_gather(lowering& l, const node& n);           // gather, of blocks
void lower_gather_nd(lowering& l, const node& n);        // the same
void lower_gather_elements(lowering& l, const node& n);  // gather, of elements
void lower_scatter_elements(lowering& l, const node& n);
void lower_scatter_nd(lowering& l, const node& n);
void lower_reduce(lowering& l, const node& n);  // what no pass made a pool
void lower_arg_reduce(lowering& l, const node& n);
void lower_cumulate(lowering& l, const node& n);
void lower_top_k(lowering& l, const node& n);
void lower_normalize(lowering& l, const node& n);
void lower_lrn(lowering& l, const node& n);
void lower_pivots(lowering& l, const node& n);
void lower_select_boxes(lowering& l, const node& n);
void lower_trees(lowering& l, const node& n);
void lower_transpose(lowering& l, const node& n);  // no step
void lower_reshape(lowering& l, const node& n);    // no step, unless axes lie otherwise

}  // namespace onnx2hpp
