// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Outputs that are inputs of the next run.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Moves the inputs and outputs that --state ties behind all others, the k-th output behind its
/// k-th input, and counts them. `--state auto` ties those whose names say so, with a note each.
/// Throws failure(bad_input) where a name is unknown or said twice, or where types or shapes
/// differ.
void tie_states(onnx_model& m, const options& wanted);

}  // namespace onnx2hpp
