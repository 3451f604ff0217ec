// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Outputs that are inputs of the next run.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Moves the inputs and outputs that --state ties to the end, and counts them. The k-th output has
/// the place of its k-th input. `--state auto` ties inputs and outputs if their names say so, with
/// a note for each. Throws failure(bad_input) if a name is unknown or used twice, or if types or
/// shapes differ.
void tie_states(onnx_model& m, const options& wanted);

}  // namespace onnx2hpp
