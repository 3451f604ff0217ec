// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Conv with one group for each channel becomes DepthwiseConv.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// DepthwiseConv is this tool's own op_type, with Conv's inputs and attributes. A Conv of one input
/// channel stays a Conv.
void label_depthwise(onnx_model& m);

}  // namespace onnx2hpp
