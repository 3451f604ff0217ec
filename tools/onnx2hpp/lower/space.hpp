// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's windows for operators that work on whole tensors (tigris/ops/space.hpp).

#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <tigris/ops/space.hpp>

namespace onnx2hpp {

/// A node's numbers, one for each spatial axis, after `missing` for axes that the node does not
/// have. Fails for more axes than there are, and for numbers beyond 24 bits.
tigris::ops::space_numbers space_numbers_of(const node& n, const extents& numbers,
                                            std::int32_t missing);

/// The extents after batch and channels.
extents space_behind(const extents& dims);

/// Whether a window is one of rows and columns, with numbers that fit (tigris/ops/window.hpp).
bool fits_rows(const window& w);

}  // namespace onnx2hpp
