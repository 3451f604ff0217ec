// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/padding.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Gives the result the input's elements under other extents. Integers, which may be shapes of
/// other nodes, stay constant; weights are left to the passes.
void reshape_to(shape_context& c, const extents& dims) {
    const value& x = c.input(0);
    c.set_output(x.type, dims);
    if (x.constant && x.type == tigris::dtype::i64) c.set_constant(reshaped(*x.constant, dims));
}

/// Squeeze's and Unsqueeze's axes: an attribute before version 13, an input since.
extents axes_of_node(const shape_context& c) {
    if (c.at.since < 13) return integers_attribute(c.at, "axes", {});
    return c.has_input(1) ? c.constant_integers(1) : extents{};
}

/// Replaces zeros by the input's extents there; ONNX lets allowzero switch that off.
extents with_copied_extents(const shape_context& c, extents wanted) {
    const extents& dims = c.input(0).dims;
    if (integer_attribute(c.at, "allowzero", 0) != 0) return wanted;
    for (std::size_t axis = 0; axis < wanted.size(); ++axis) {
        if (wanted[axis] != 0) continue;
        if (axis >= dims.size())
            fail_bad_input(c.at, fmt::format("shape {} copies an axis that {} does not have",
                                             to_text(wanted), to_text(dims)));
        wanted[axis] = dims[axis];
    }
    return wanted;
}

[[noreturn]] void fail_reshape(const shape_context& c, const extents& wanted) {
    fail_bad_input(c.at, fmt::format("shape {} does not hold the elements of shape {}",
                                     to_text(wanted), to_text(c.input(0).dims)));
}

/// Replaces the only -1 by what the others leave.
extents with_inferred_extent(const shape_context& c, extents wanted) {
    const auto open = std::find(wanted.begin(), wanted.end(), -1);
    if (open == wanted.end()) return wanted;
    extents others = wanted;
    others.erase(others.begin() + (open - wanted.begin()));
    const auto rest = count_elements(others);
    if (!rest || *rest == 0 || *count_elements(c.input(0).dims) % *rest != 0)
        fail_reshape(c, wanted);
    *open = *count_elements(c.input(0).dims) / *rest;
    return wanted;
}

std::vector<std::size_t> permutation_of(const shape_context& c, std::size_t rank) {
    extents reversed(rank);
    for (std::size_t axis = 0; axis < rank; ++axis)
        reversed[axis] = static_cast<std::int64_t>(rank - 1 - axis);
    const extents perm = integers_attribute(c.at, "perm", reversed);
    if (perm.size() != rank || c.axes_from(perm, rank).size() != rank)
        fail_bad_input(c.at, fmt::format("perm {} does not fit {} axes", to_text(perm), rank));
    std::vector<std::size_t> axes;
    for (const std::int64_t axis : perm) axes.push_back(c.axis_from(axis, rank));
    return axes;
}

std::int64_t padded_extent(const shape_context& c, std::int64_t extent, std::int64_t before,
                           std::int64_t after) {
    const bool possible =
        std::max(before, after) <= max_elements && std::min(before, after) >= -extent;
    if (!possible || extent + before + after < 1)
        fail_bad_input(c.at, fmt::format("pads {} and {} leave nothing sensible of an extent of {}",
                                         before, after, extent));
    return extent + before + after;
}

/// A reflection leaves out the edge itself, so it needs one element more than it pads.
void check_reflection(const shape_context& c, std::int64_t extent, std::int64_t pad) {
    if (pad >= extent)
        fail_bad_input(c.at, fmt::format("an extent of {} cannot be reflected by {}", extent, pad));
}

std::string mode_of(const shape_context& c) {
    const std::string mode = text_attribute(c.at, "mode", "constant");
    const bool known = mode == "constant" || mode == "reflect" || mode == "edge" ||
                       (mode == "wrap" && c.at.since >= 19);
    if (!known) fail_bad_input(c.at, fmt::format("mode {} does not exist", in_quotes(mode)));
    return mode;
}

}  // namespace

void shape_identity(shape_context& c) {
    c.set_output(c.input(0).type, c.input(0).dims);
    if (c.input(0).constant) c.set_constant(c.input(0).constant);
}

void shape_reshape(shape_context& c) {
    const extents wanted = with_inferred_extent(c, with_copied_extents(c, c.constant_integers(1)));
    if (count_elements(wanted) != count_elements(c.input(0).dims)) fail_reshape(c, wanted);
    reshape_to(c, wanted);
}

void shape_flatten(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const std::int64_t given = integer_attribute(c.at, "axis", 1);
    const bool is_end = given == static_cast<std::int64_t>(dims.size());
    const std::size_t axis = is_end ? dims.size() : c.axis_from(given, dims.size());
    reshape_to(c, {count_between(dims, 0, axis), count_between(dims, axis, dims.size())});
}

void shape_squeeze(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const extents given = axes_of_node(c);
    const std::vector<std::size_t> axes = c.axes_from(given, dims.size());
    extents result;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const bool named = std::binary_search(axes.begin(), axes.end(), axis);
        if (named && dims[axis] != 1)
            fail_bad_input(c.at, fmt::format("axis {} of shape {} is not 1", axis, to_text(dims)));
        if (!named && (!given.empty() || dims[axis] != 1)) result.push_back(dims[axis]);
    }
    reshape_to(c, result);
}

void shape_unsqueeze(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const extents given = axes_of_node(c);
    const std::vector<std::size_t> axes = c.axes_from(given, dims.size() + given.size());
    extents result = dims;
    for (const std::size_t axis : axes)
        result.insert(result.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    reshape_to(c, result);
}

void shape_transpose(shape_context& c) {
    const extents& dims = c.input(0).dims;
    extents result;
    for (const std::size_t axis : permutation_of(c, dims.size())) result.push_back(dims[axis]);
    c.set_output(c.input(0).type, result);
}

void shape_pad(shape_context& c) {
    extents dims = c.input(0).dims;
    const std::size_t rank = dims.size();
    const extents pads = padding_of(c.source(), c.at);
    const bool reflects = mode_of(c) == "reflect";
    if (c.has_input(2)) {
        c.require_same_type(0, 2);
        if (element_count(c.input(2).dims) != 1)
            fail_bad_input(c.at, fmt::format("{} is not one number", c.label_of_input(2)));
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (reflects) check_reflection(c, dims[axis], std::max(pads[axis], pads[rank + axis]));
        dims[axis] = padded_extent(c, dims[axis], pads[axis], pads[rank + axis]);
    }
    c.set_output(c.input(0).type, dims);
}

}  // namespace onnx2hpp
