// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products with a constant matrix become gemm.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

void lower_gemm(lowering& l, const node& n);

}  // namespace onnx2hpp
