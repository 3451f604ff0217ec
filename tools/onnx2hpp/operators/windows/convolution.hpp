// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What Conv and ConvTranspose have in common.

#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>

namespace onnx2hpp {

void check_conv_types(const shape_context& c);

/// The spatial extents of input and weights, of one rank.
extents kernel_of(const shape_context& c, const extents& spatial);

void check_kernel(const shape_context& c, const window& w, const extents& kernel);

std::int32_t groups_of(const node& n);

/// Adds the step, with weights [outputs, kernel..., channels / groups].
void add_conv_nd(lowering& l, const node& n, const tigris::ops::conv_nd& op, int weights);

}  // namespace onnx2hpp
