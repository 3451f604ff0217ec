// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of convolutions as images lie: from ONNX's channels first to channels last (NHWC).

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/layout.hpp>

namespace onnx2hpp {

/// Conv's [outputs, channels / groups, kernel...] as [outputs, kernel_h, kernel_w, channels /
/// groups].
shared_tensor nhwc_weights(const tensor_data& w);

/// Conv's [outputs, 1, kernel...] as [kernel_h, kernel_w, outputs].
shared_tensor nhwc_depthwise_weights(const tensor_data& w);

/// ConvTranspose's [channels, outputs / groups, kernel...] as [outputs, kernel..., channels /
/// groups]: its extents with the axis of channels in two, these axes permuted, and then in the
/// extents of the result.
shared_tensor nhwc_transposed_weights(const tensor_data& w, std::int64_t groups);
extents with_groups(const extents& dims, std::int64_t groups);
axis_order nhwc_order(std::size_t rank);
extents nhwc_dims(const extents& dims, std::int64_t groups);

}  // namespace onnx2hpp
