// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The axes as the node says them: an input of newer versions, an attribute of older ones.
extents reduced_axes(const shape_context& c) {
    return c.has_input(1) ? c.constant_integers(1) : integers_attribute(c.at, "axes", {});
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

[[noreturn]] void fail_type(const shape_context& c, const std::string& hint) {
    fail_unsupported(c.at,
                     fmt::format("{} is {}, which is not supported here", c.label_of_input(0),
                                 name_of(c.input(0).type)),
                     hint);
}

/// Logarithms are real numbers; only the largest and smallest of bools have a meaning.
void check_reduced_type(const shape_context& c) {
    const dtype type = c.input(0).type;
    if (is_one_of(c.at, {"ReduceLogSum", "ReduceLogSumExp"})) return c.require_real(0);
    if (type == dtype::boolean && !is_one_of(c.at, {"ReduceMax", "ReduceMin"}))
        fail_type(c, "convert it with Cast");
}

void require_axis_within(const shape_context& c, std::int64_t axis) {
    c.axis_from(axis, c.input(0).dims.size());
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

void shape_reduce(shape_context& c) {
    check_reduced_type(c);
    const extents& dims = c.input(0).dims;
    extents axes = reduced_axes(c);
    if (axes.empty() && integer_attribute(c.at, "noop_with_empty_axes", 0) == 0)
        axes = all_axes(dims.size());
    const bool keeps = integer_attribute(c.at, "keepdims", 1) != 0;
    c.set_output(c.input(0).type, without(dims, c.axes_from(axes, dims.size()), keeps));
}

void shape_arg_reduce(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 0), dims.size());
    if (c.input(0).type == dtype::boolean) fail_type(c, "convert it with Cast");
    const bool keeps = integer_attribute(c.at, "keepdims", 1) != 0;
    c.set_output(dtype::i64, without(dims, {axis}, keeps));
}

void shape_cumulate(shape_context& c) {
    require_axis_within(c, integer_attribute(c.at, "axis", 0));
    if (c.input(0).type == dtype::boolean) fail_type(c, "convert it with Cast");
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_top_k(shape_context& c) {
    extents dims = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", -1), dims.size());
    const std::int64_t k = integer_attribute(c.at, "k", 1);
    if (k < 0 || k > dims[axis])
        fail_bad_input(c.at, fmt::format("it asks for {} of {} elements", k, dims[axis]));
    dims[axis] = k;
    c.set_output(c.at.op_type == "TopKIndices" ? dtype::i64 : c.input(0).type, dims);
}

void shape_normalize(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    c.axes_from(integers_attribute(c.at, "axes", {}), dims.size());
    c.set_output(c.input(0).type, dims);
}

void shape_lrn(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    const std::int64_t size = integer_attribute(c.at, "size", 1);
    if (dims.size() < 2)
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must have batch and channels",
                                         to_text(dims)));
    if (size < 1 || size > max_elements)
        fail_bad_input(c.at, fmt::format("its size is {}, but must be positive", size));
    c.set_output(c.input(0).type, dims);
}

/// The best boxes, and in a row behind them how many there are.
void shape_select_boxes(shape_context& c) {
    c.set_output(dtype::i64, {integer_attribute(c.at, "rows", 1) + 1, 3});
}

/// Matrices in, pivots on the diagonals of such matrices out.
void shape_pivots(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    if (dims.size() < 2 || dims.back() != dims[dims.size() - 2])
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must be square matrices",
                                         to_text(dims)));
    c.set_output(c.input(0).type, dims);
}

}  // namespace onnx2hpp
