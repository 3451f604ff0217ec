// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/extents.hpp>
#include <onnx2hpp/load/shape_rules.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The axes as the node says them: an attribute before version 18, an input since.
extents reduced_axes(const shape_context& c) {
    if (c.at.since < 18) return integers_attribute(c.at, "axes", {});
    return c.has_input(1) ? c.constant_integers(1) : extents{};
}

extents all_axes(std::size_t rank) {
    extents axes(rank);
    for (std::size_t axis = 0; axis < rank; ++axis) axes[axis] = static_cast<std::int64_t>(axis);
    return axes;
}

extents without(const extents& dims, const std::vector<std::size_t>& axes, bool keeps) {
    extents result;
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (!std::binary_search(axes.begin(), axes.end(), axis))
            result.push_back(dims[axis]);
        else if (keeps)
            result.push_back(1);
    return result;
}

}  // namespace

void shape_global_average_pool(shape_context& c) {
    c.require_real(0);
    extents dims = c.input(0).dims;
    if (dims.size() < 3)
        fail_bad_input(
            c.at, fmt::format("its input has shape {}, but must have batch, channels and space",
                              to_text(dims)));
    std::fill(dims.begin() + 2, dims.end(), 1);
    c.set_output(c.input(0).type, dims);
}

void shape_reduce_mean(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    extents axes = reduced_axes(c);
    if (axes.empty() && integer_attribute(c.at, "noop_with_empty_axes", 0) == 0)
        axes = all_axes(dims.size());
    const bool keeps = integer_attribute(c.at, "keepdims", 1) != 0;
    c.set_output(c.input(0).type, without(dims, c.axes_from(axes, dims.size()), keeps));
}

}  // namespace onnx2hpp
