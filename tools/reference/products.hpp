// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of matrices.

#include <reference/tensor.hpp>

namespace reference {

/// numpy's matmul: vectors become rows or columns, leading axes broadcast. In double.
tensor matrix_product(const tensor& left, const tensor& right);
/// The product of codes less their zero points: null for 0, one, or one for each row of a or each
/// column of b. In double, exact.
tensor integer_product(const tensor& a, const tensor* a_zero, const tensor& b,
                       const tensor* b_zero);
/// The last two axes swapped.
tensor with_swapped_axes(const tensor& x);

}  // namespace reference
