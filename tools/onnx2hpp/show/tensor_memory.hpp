// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights and tables, and where they lie.

#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>

namespace onnx2hpp {

/// Of all constants that a step reads.
std::int64_t constant_bytes(const lowered_model& model, const lowered_node& step);

/// The memory of constant number `index`: "flash", or one of the board's.
const char* region_of_constant(const analysis& a, int index);

}  // namespace onnx2hpp
