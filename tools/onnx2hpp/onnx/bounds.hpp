// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Nodes whose results have as many rows as the data says: the user bounds them (--bound).

#include <onnx2hpp/onnx_model.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace onnx2hpp {

/// What holds the bound in a node's attributes.
inline constexpr const char* bound_attribute = "tigris_bound";

/// Gives each named node its bound, and the model one more output, `<output 0>_count`. Throws
/// failure(bad_input) if no node with a bound has that name.
void apply_bounds(onnx_model& model, const std::map<std::string, std::int64_t>& bounds);

}  // namespace onnx2hpp
