// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// x * Sigmoid(x) becomes one function of x.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Swish (SiLU) of x * Sigmoid(x), HardSwish of x * HardSigmoid(x) with alpha 1/6 and beta 1/2:
/// floats whose Sigmoid nobody else reads, so that it is one step, and one table where x and the
/// product are quantized. A Sigmoid whose result is quantized, too, stays: its rounding is part of
/// the model.
void fuse_swish(onnx_model& m);

}  // namespace onnx2hpp
