// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's windows as the library has them.

#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

/// The window of a Conv or pool whose input 0 is [batch, channels, one or two spatial axes].
/// `kernel` is used if the attribute is absent. Rounding down with its end pads gives as many
/// positions as ONNX's rounding. Fails for other ranks and for numbers beyond 16 bits.
tigris::ops::window canonical_window(const lowering& l, const node& n, const extents& kernel);

/// Whether ONNX's ceil_mode makes a window reach beyond the declared padding.
bool reaches_beyond_padding(const lowering& l, const node& n);

/// The spatial extents of an input; fails unless there are one or two of them.
extents spatial_extents(const lowering& l, const node& n);

}  // namespace onnx2hpp
