// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How an image must lie to be resized.

#include <onnx2hpp/lower/layout.hpp>
#include <onnx2hpp/onnx/resize.hpp>

#include <optional>

namespace onnx2hpp {

/// An order of three or four axes in which only rows and columns change: the first axis is the
/// batch, the innermost one channels. `now` if that is one, else ONNX's channels last if that is
/// one; nothing if there is none.
std::optional<axis_order> resizing_order(const resizing& r, const axis_order& now);

}  // namespace onnx2hpp
