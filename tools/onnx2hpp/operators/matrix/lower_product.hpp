// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of two activations become matmul.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

void lower_product(lowering& l, const node& n);

}  // namespace onnx2hpp
