// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of codes whose results are floats: integers are multiplied, and the sums are scaled.

#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {

/// Whether layer n reads codes and weights of 8 bits, so that only its result need be floats. Its
/// bias must be constant.
bool has_sums_of_codes(const rewriter& r, const node& n);

/// Makes layer n a tigris.IntegerConv or tigris.IntegerMatMul, and a tigris.RescaleSums behind it.
/// Requires has_sums_of_codes.
void scale_sums(rewriter& r, int n);

}  // namespace onnx2hpp
