// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which scale and zero point each value of integers has.

#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {

/// Sets `quant` of what QuantizeLinear makes and DequantizeLinear reads, and of what is the same
/// codes in other places. Where codes are read by another scale than they were made with, that
/// reader gets a value of its own after a Reshape, and so does what computes with integers as
/// numbers. Fails for a Concat of integers of several scales.
void note_quantization(rewriter& r);

}  // namespace onnx2hpp
