// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/rules.hpp>

#include <algorithm>
#include <map>

namespace onnx2hpp {
namespace {

/// A constant with an element for each one along these axes, in the order in which they lie; -1 if
/// there is none.
int along_axes(lowering& l, const node& n, std::size_t slot, const axis_order& order) {
    if (!has_input(n, slot)) return -1;
    const extents axes = integers_attribute(n, "axes", {});
    std::vector<int> places;
    for (const int axis : order)
        if (const auto at = std::find(axes.begin(), axes.end(), axis); at != axes.end())
            places.push_back(static_cast<int>(at - axes.begin()));
    const value& given = l.at(n.inputs[slot]);
    return l.constant(given.name, *permuted(*given.constant, places));
}

}  // namespace

using tigris::ops::normalize_function;

void lower_normalize(lowering& l, const node& n) {
    static const std::map<std::string, normalize_function> functions{
        {"standard", normalize_function::standard},
        {"root_mean_square", normalize_function::root_mean_square},
        {"l1", normalize_function::l1},
        {"l2", normalize_function::l2},
    };
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order, places = places_of(order);
    tigris::ops::normalize op{.function = functions.at(text_attribute(n, "function", "standard")),
                              .epsilon = real_attribute(n, "epsilon", 0)};
    for (const std::int64_t axis : integers_attribute(n, "axes", {}))
        op.axes = static_cast<std::uint8_t>(op.axes | 1u << places[static_cast<std::size_t>(axis)]);
    std::vector<int> inputs{l.operand(n.inputs[0], order)};
    if (n.inputs.size() > 1)
        for (const std::size_t slot : {std::size_t{1}, std::size_t{2}})
            inputs.push_back(along_axes(l, n, slot, order));
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

void lower_lrn(lowering& l, const node& n) {
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    const tigris::ops::lrn op{.size = static_cast<std::int32_t>(integer_attribute(n, "size", 1)),
                              .alpha = real_attribute(n, "alpha", 0.0001f),
                              .beta = real_attribute(n, "beta", 0.75f),
                              .bias = real_attribute(n, "bias", 1)};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

void lower_select_boxes(lowering& l, const node& n) {
    const auto number = [&](const char* name) {
        return static_cast<std::int32_t>(integer_attribute(n, name, 0));
    };
    const tigris::ops::non_max_suppression op{
        .most = number("rows"),
        .most_of_class = number("most_of_class"),
        .largest_overlap = real_attribute(n, "largest_overlap", 0),
        .lowest_score = real_attribute(n, "lowest_score", 0),
        .centered = number("centered") != 0};
    const int boxes = l.operand(n.inputs[0], onnx_order(3));
    const int scores = l.operand(n.inputs[1], onnx_order(3));
    l.add_step(n, op, {boxes, scores}, l.make_result(n.outputs[0], onnx_order(2)));
}

void lower_pivots(lowering& l, const node& n) {
    const axis_order order = onnx_order(l.dims(n.inputs[0]).size());
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, tigris::ops::pivots{}, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
