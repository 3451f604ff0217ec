// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Element types that values have by ONNX's rules, if their numbers have another type here: halves
// are floats, integers of 4 bits have 8, and values that become double at run time stay float.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Sets value::file_type of what a node makes.
void set_file_types(onnx_model& model, const node& n);

/// Makes a node's constants of double floats, where the node reads computed doubles as floats.
/// Throws failure(unsupported) where one of these constants is no float.
void hold_doubles_as_floats(onnx_model& model, node& n);

/// Throws failure(unsupported) for nodes whose results would differ with other types: nodes that
/// compute with integers of 4 bits, or with doubles that are held as floats. Throws also for nodes
/// that make or read bfloat16, weights excepted.
void refuse_file_types(const onnx_model& model, const node& n);

}  // namespace onnx2hpp
