// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// In which memory a tensor lies in a run.

#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>
#include <string>

namespace onnx2hpp {

/// Bytes of all constants that a step reads.
std::int64_t constant_bytes(const lowered_model& model, const lowered_node& step);

/// The memory of constant number `index`, as the linker places it: "flash", or one of the board's.
const char* region_of_constant(const analysis& a, int index);

/// The memory that constant number `index` is copied to before a run; null if it is not copied.
const char* destination_of_constant(const analysis& a, int index);

/// The memory of any tensor: that of a constant as above; of others one of the target's, "caller"
/// for inputs and outputs, "workspace" for states that no rule places, or "row sink".
std::string memory_of_tensor(const analysis& a, int tensor);

}  // namespace onnx2hpp
