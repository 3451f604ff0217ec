// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A Pad becomes part of the window after it.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Folds a Pad into the window of a Conv or pool. The Pad adds rows and columns only, nothing else
/// reads its result, and its elements equal the window's own padding. Before a Conv, or an
/// AveragePool that counts all of its padding, that is real 0. Before a MaxPool it is the lowest
/// element. Integers must have their quantization; their padding is the zero point. An auto_pad
/// becomes pads.
void fold_pad(onnx_model& m);

}  // namespace onnx2hpp
