// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whatever changes type or range becomes a step of convert.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

void lower_convert(lowering& l, const node& n);

}  // namespace onnx2hpp
