// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The element types of inputs and outputs that the user asks for.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// quantized: a QuantizeLinear after an input, or a DequantizeLinear before an output, goes, and
/// the edge is of codes. floating: the opposite for edges of codes whose scale is known. model:
/// nothing.
void convert_edges(onnx_model& m, edge_types types);

}  // namespace onnx2hpp
