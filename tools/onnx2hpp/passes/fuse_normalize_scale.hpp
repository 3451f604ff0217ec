// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Scale and bias after a normalization become a part of it.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// A Mul and then an Add, of constants with an element for each one along the normalized axes.
void fuse_normalize_scale(onnx_model& m);

}  // namespace onnx2hpp
