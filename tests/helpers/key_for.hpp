// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The type of the key that kernels of a convolution are compiled for, by its operator.

#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::test {

template <class Op>
using key_for = decltype(kernels::key_of(Op{}, operands{}, rounding::nearest));

}  // namespace tigris::test
