// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every operator that the tool knows: one file of entries for each or for some that are near.

#include <onnx2hpp/onnx/operator_table.hpp>

namespace onnx2hpp {

/// ONNX's operators, those of other domains, and what they become on their way (domain "tigris").
const operator_table& all_operators();

}  // namespace onnx2hpp
