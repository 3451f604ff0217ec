// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes of uint8 become codes of int8.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Codes between layers become 128 less, and so do their zero points: every code means the number
/// that it meant, and backends whose fast kernels know int8 only have one. Inputs and outputs of
/// the model keep their types, and a step converts them. Parts without a layer stay as they are.
void make_codes_signed(onnx_model& m);

}  // namespace onnx2hpp
