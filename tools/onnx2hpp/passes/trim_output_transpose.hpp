// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Outputs without the Transpose before them, on request.

#include <onnx2hpp/onnx_model.hpp>

#include <set>
#include <string>

namespace onnx2hpp {

/// Writes each named output as it is before the last Transpose, in that layout; a note says so.
/// Between the Transpose and the output may stand QuantizeLinear and DequantizeLinear of one scale,
/// and Relu and Clip. Throws failure(bad_input) if no output has the name, if there is no
/// Transpose, or if other nodes read its result.
void trim_output_transpose(onnx_model& m, const std::set<std::string>& names);

}  // namespace onnx2hpp
