// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Outputs without the Transpose before them, on request.

#include <onnx2hpp/onnx_model.hpp>

#include <set>
#include <string>

namespace onnx2hpp {

/// Each output that is named comes as it is before the last Transpose, in that layout, and a note
/// says so. Between the Transpose and the output may stand QuantizeLinear and DequantizeLinear of
/// one scale, and Relu and Clip. Throws failure(bad_input) for a name that no output has, and where
/// there is no such Transpose, or what it makes is read by others, too.
void trim_output_transpose(onnx_model& m, const std::set<std::string>& names);

}  // namespace onnx2hpp
