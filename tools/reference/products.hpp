// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of matrices.

#include <reference/tensor.hpp>

namespace reference {

/// numpy's matmul: vectors become rows or columns, leading axes broadcast. In double.
tensor matrix_product(const tensor& left, const tensor& right);
/// The last two axes swapped.
tensor with_swapped_axes(const tensor& x);

}  // namespace reference
