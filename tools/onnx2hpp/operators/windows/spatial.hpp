// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Extents after batch and channels.

#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

/// The extents after batch and channels.
extents spatial_of(const shape_context& c, std::size_t i);

extents with_spatial(std::int64_t batch, std::int64_t channels, const extents& spatial);

}  // namespace onnx2hpp
