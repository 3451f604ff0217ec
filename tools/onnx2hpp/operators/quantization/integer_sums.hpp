// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// MatMulInteger and ConvInteger with constant weights: kernels add up products of codes, and a
// second step takes zero points into account.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// Makes an integer MatMul or Conv a layer of bytes with sums as results. False where that is
/// impossible: its weights are computed at run time, its data are constant, its data's zero points
/// differ, or its sums leave 32 bits.
bool expand_to_matmul_sums(expansion& e);
bool expand_to_conv_sums(expansion& e);

}  // namespace onnx2hpp
