// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Axes along which numbers are reduced, ranked or summed up.

#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

extents without(const extents& dims, const std::vector<std::size_t>& axes, bool keeps);

[[noreturn]] void fail_type(const shape_context& c, const std::string& hint);

/// The only number of input i. Fails where it is computed at run time.
std::int64_t single_integer(const expansion& e, std::size_t i, const std::string& what);

int positive_axis(std::int64_t axis, std::size_t rank);

std::int8_t place_of_axis(const axis_order& order, int axis);

/// A new tensor for the result, in which the reduced axes have extents of 1 even if they go.
int make_reduced(lowering& l, const node& n, const axis_order& order, const axis_order& axes);

/// How the input lies, and stays.
axis_order order_of_input(lowering& l, const node& n);

}  // namespace onnx2hpp
