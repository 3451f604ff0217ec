// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which tensors are the model's outputs.

#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Makes the tensor of each output of the model an output. If its memory already belongs to an
/// input, a constant or another output, a copy becomes the output.
void bind_outputs(lowering& l, io_layout layout);

}  // namespace onnx2hpp
