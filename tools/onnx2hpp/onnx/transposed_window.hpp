// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The window of a ConvTranspose, with every default, auto_pad and output_shape resolved.

#include <onnx2hpp/onnx/window.hpp>

namespace onnx2hpp {

/// Input position i reaches the output positions i * stride - pads_begin + k * dilation, k <
/// kernel. Positions of `output` that nothing reaches are zero. Throws failure(bad_input) for
/// attributes that contradict each other, failure(unsupported) where runtimes pad in several ways.
/// Source: ONNX, ConvTranspose-22.
window transposed_window_of(const node& n, const extents& spatial, const extents& kernel);

}  // namespace onnx2hpp
