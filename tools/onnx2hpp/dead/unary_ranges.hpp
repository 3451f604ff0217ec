// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Intervals of the codes that a function of one number computes.

#include <onnx2hpp/dead/interval.hpp>
#include <tigris/ops/unary.hpp>

namespace onnx2hpp {

/// The codes of all results of a function of bytes, under both roundings. Every code of the
/// output's type, where codes have 16 bits.
interval function_of(interval codes, const tigris::ops::unary& op, const tigris::operands& t);

}  // namespace onnx2hpp
