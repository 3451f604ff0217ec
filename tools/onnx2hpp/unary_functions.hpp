// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's functions of one number as the canonical operator's.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/unary.hpp>

#include <optional>

namespace onnx2hpp {

/// What node n computes of each element, with its attributes; nothing if it is no such function.
std::optional<tigris::ops::unary> unary_of(const node& n);

/// Whether it is one from real numbers to real numbers.
bool is_real_function(const node& n);

}  // namespace onnx2hpp
