// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of integer layers that stay int4 in flash.

#include <onnx2hpp/lowered_model.hpp>

namespace onnx2hpp {

/// Weights that are int4 in the file have type i4, where all that reads them are layers of bytes.
lowered_model with_int4_weights(lowered_model model);

}  // namespace onnx2hpp
