// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Inputs and outputs that lie in planes of channels, and so not row by row of the image.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Whether rows of some input are gathered from its planes.
bool has_inputs_in_planes(const lowered_model& model);

/// Throws failure(bad_input) if an input or output in planes has the mode rows.
void refuse_rows_of_planes(const lowered_model& model, const options& o);

}  // namespace onnx2hpp
