// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether the factors of a product fit.

#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

[[noreturn]] void fail_factors(const shape_context& c, const extents& a, const extents& b);

/// Small integers are multiplied only as codes of real numbers: their sums overflow.
void check_factors(const shape_context& c);

}  // namespace onnx2hpp
