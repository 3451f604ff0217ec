// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Pools that windows over rows and columns cannot do.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

/// Adds a pool_nd: the largest elements, their places, averages or means of powers.
void lower_pool_nd(lowering& l, const node& n);

}  // namespace onnx2hpp
