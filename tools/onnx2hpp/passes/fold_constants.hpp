// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes what depends on constants only, and drops what does nothing.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Moves, Concat, ConstantOfShape, Add, Mul and QuantizeLinear of constants are computed. Identity
/// and a Cast to the same type go, unless an output of the model needs its own copy.
/// DequantizeLinear of constants stays: fold_qdq wants the integers.
void fold_constants(onnx_model& m);

}  // namespace onnx2hpp
