// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// QuantizeLinear and DequantizeLinear change places with operators that only move elements.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// A QuantizeLinear goes before, so that the operator before the move can become an integer one; a
/// DequantizeLinear of a constant goes after, so that the weights stay integers.
void hoist_quantize(onnx_model& m);

}  // namespace onnx2hpp
