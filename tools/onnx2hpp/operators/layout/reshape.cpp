// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/layout/views.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>

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

/// ONNX says what a Squeeze without axes does; a list of none is read in two ways.
void check_list_of_axes(const shape_context& c, const extents& given) {
    const extents& dims = c.input(0).dims;
    const bool is_given = c.has_input(1) || find_attribute<extents>(c.at, "axes").has_value();
    if (is_given && given.empty() && std::find(dims.begin(), dims.end(), 1) != dims.end())
        fail_unsupported(c.at,
                         "its list of axes is empty: ONNX Runtime then removes all axes of extent "
                         "1, others none",
                         "name the axes, or leave the list out to remove all");
}

void shape_squeeze(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const extents given = axes_of_node(c);
    check_list_of_axes(c, given);
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

shared_tensor evaluate_reshape(const constant_node& n) { return reshaped(n.input(0), n.dims()); }

/// The order that y is wanted in, if x can be brought into one that is the same memory.
std::optional<axis_order> arrangeable_order(const lowering& l, value_id x, value_id y) {
    const auto wish = l.wished.of(y);
    return wish && reshaped_order(l.dims(y), *wish, l.dims(x)) ? wish : std::nullopt;
}

void lower_reshape(lowering& l, const node& n) {
    refuse_constant(l, n);
    const value_id x = n.inputs[0], y = n.outputs[0];
    l.restore_columns(x);
    const placement p = l.place(x);
    const axis_order plain = onnx_order(l.dims(y).size());
    if (const auto order = reshaped_order(l.dims(x), p.order, l.dims(y)))
        return l.set_place(y, {p.tensor, *order, {}, {}, {}});
    if (const auto columns = permuted_columns(l.dims(x), p.order, l.dims(y)))
        return l.set_place(y, {p.tensor, plain, *columns, l.dims(x), p.order});
    const axis_order goal = arrangeable_order(l, x, y).value_or(plain);
    const auto before = reshaped_order(l.dims(y), goal, l.dims(x));
    const int sorted = l.operand(x, *before);
    l.set_place(y, {l.storage(sorted), goal, {}, {}, {}});
}

}  // namespace

namespace operators {

operator_entries reshape_operators() {
    return {
        {.type = "Reshape",
         .versions = {{.since = {5, 13}, .inputs = {2, 2}},
                      {.since = {14, 19, 21, 23, 24, 25},
                       .inputs = {2, 2},
                       .attributes = {flag("allowzero")}}},
         .shape = shape_reshape,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape,
         .traits = {.moves = element_moves::view,
                    .takes_any_type = true,
                    .moves_texts = true,
                    .copies_bytes = true}},
        {.type = "Flatten",
         .versions = {{.since = {1, 9, 11, 13, 21, 23, 24, 25}, .attributes = {integer("axis")}}},
         .shape = shape_flatten,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape,
         .traits = {.moves = element_moves::view,
                    .takes_any_type = true,
                    .moves_texts = true,
                    .copies_bytes = true}},
        {.type = "Squeeze",
         .versions = {{.since = {1, 11}, .attributes = {integers("axes")}},
                      {.since = {13, 21, 23, 24, 25}, .inputs = {1, 2}}},
         .shape = shape_squeeze,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape,
         .traits = {.moves = element_moves::view,
                    .takes_any_type = true,
                    .moves_texts = true,
                    .copies_bytes = true}},
        {.type = "Unsqueeze",
         .versions = {{.since = {1, 11}, .attributes = {required(integers("axes"))}},
                      {.since = {13, 21, 23, 24, 25}, .inputs = {2, 2}}},
         .shape = shape_unsqueeze,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape,
         .traits = {.moves = element_moves::view,
                    .takes_any_type = true,
                    .moves_texts = true,
                    .copies_bytes = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
