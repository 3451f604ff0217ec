// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a Pad adds, axis by axis.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Elements before each axis, then after each; less than 0 cuts off. Axes that are not named have
/// 0. Throws failure(unsupported) where pads or axes are computed at run time, failure(bad_input)
/// where they do not fit the input. Source: ONNX Pad.
extents padding_of(const onnx_model& model, const node& n);

}  // namespace onnx2hpp
