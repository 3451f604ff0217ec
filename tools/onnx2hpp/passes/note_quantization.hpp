// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which scale and zero point each value of integers has.

#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {

/// Sets `quant` of the results of QuantizeLinear, of the inputs of DequantizeLinear, and of values
/// that are the same codes in other places. A reader may read codes by another scale than they were
/// made with. Then it gets a value of its own after a Reshape. So does a node that computes with
/// integers as numbers. Fails for a Concat of integers of several scales.
void note_quantization(rewriter& r);

}  // namespace onnx2hpp
