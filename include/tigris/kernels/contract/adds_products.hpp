// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operators whose kernels multiply with weights.

#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Operators that add up products, and rescale the sums channel by channel.
template <class Op>
concept adds_products =
    is_same<Op, ops::conv> || is_same<Op, ops::depthwise_conv> || is_same<Op, ops::gemm>;

}  // namespace tigris::kernels
