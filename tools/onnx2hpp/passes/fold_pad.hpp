// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A Pad becomes part of the window behind it.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Where it adds rows and columns only, nobody else reads them, and they are what the window's own
/// padding is: real 0 before a Conv, or before an AveragePool that counts all of its padding; the
/// lowest element before a MaxPool. Integers must have their quantization; 0 is their zero point
/// then. An auto_pad becomes pads.
void fold_pad(onnx_model& m);

}  // namespace onnx2hpp
