// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What makes no step needs an activation.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

void refuse_constant(const lowering& l, const node& n);

}  // namespace onnx2hpp
