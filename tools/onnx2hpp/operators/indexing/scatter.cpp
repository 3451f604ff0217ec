// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/indexing/indices.hpp>
#include <onnx2hpp/operators/quantization/codes.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::ops::indexing;

void check_reduction(const shape_context& c) {
    const std::string reduction = text_attribute(c.at, "reduction", "none");
    const bool is_new = reduction == "min" || reduction == "max";
    const bool known = reduction == "none" || reduction == "add" || reduction == "mul" ||
                       (is_new && c.at.since >= 18);
    if (!known)
        fail_bad_input(c.at, fmt::format("reduction {} does not exist in this version", reduction));
}

void check_updates(const shape_context& c, const extents& wanted) {
    c.require_same_type(0, 2);
    if (c.input(2).dims != wanted)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {}", c.label_of_input(2),
                                         to_text(c.input(2).dims), to_text(wanted)));
}

void shape_scatter_elements(shape_context& c) {
    check_reduction(c);
    check_element_indices(c);
    check_updates(c, c.input(1).dims);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_scatter_nd(shape_context& c) {
    const extents &data = c.input(0).dims, &indices = c.input(1).dims;
    check_reduction(c);
    const std::size_t depth = check_tuples(c, 0);
    check_updates(
        c, joined(part_of(indices, 0, indices.size() - 1), part_of(data, depth, data.size())));
    c.set_output(c.input(0).type, data);
}

/// The coordinates of each span of an update: those of its own place but, along `axis`, where it is
/// written.
value_id places_of_updates(expansion& e, std::size_t axis, bool wraps) {
    const extents cache = e.dims(e.input(0)), update = e.dims(e.input(1));
    extents spans(update.begin(), update.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    spans.push_back(1);
    std::vector<value_id> coordinates;
    for (std::size_t k = 0; k <= axis; ++k) {
        extents line(spans.size(), 1);
        line[k] = spans[k];
        value_id own = counted(e, spans[k], line);
        if (k == axis && e.has_input(2)) {
            extents batch(spans.size(), 1);
            batch[0] = spans[0];
            own = e.add("Add", {own, reshaped(e, e.input(2), batch)});
        }
        if (k == axis && wraps) own = e.add("Mod", {own, integer_constant(e, cache[axis])});
        coordinates.push_back(e.add("Expand", {own, e.integers(spans)}));
    }
    return e.add("Concat", coordinates, {{"axis", std::int64_t{-1}}});
}

void check_update(const expansion& e, std::size_t axis) {
    extents wanted = e.dims(e.input(0));
    const extents& update = e.dims(e.input(1));
    bool fits = axis > 0 && update.size() == wanted.size() && update[axis] <= wanted[axis];
    if (fits) wanted[axis] = update[axis];
    fits = fits && wanted == update;
    if (e.has_input(2)) fits = fits && e.dims(e.input(2)) == extents{wanted[0]};
    if (!fits)
        fail_bad_input(e.at, fmt::format("an update of shape {} does not fit a cache of shape {}",
                                         to_text(update), to_text(e.dims(e.input(0)))));
}

/// Source: ONNX TensorScatter; the first axis is the batch.
bool expand_tensor_scatter(expansion& e) {
    const std::string mode = text_attribute(e.at, "mode", "linear");
    if (mode != "linear" && mode != "circular")
        fail_bad_input(e.at, fmt::format("mode {} does not exist", in_quotes(mode)));
    const std::size_t axis = e.axis(integer_attribute(e.at, "axis", -2), e.dims(e.input(0)).size());
    check_update(e, axis);
    const value_id places = places_of_updates(e, axis, mode == "circular");
    e.give(0, e.add("ScatterND", {e.input(0), places, e.input(1)}));
    return true;
}

/// Expands Scatter where there are no indices: nothing is replaced.
bool expand_scatter(expansion& e) {
    if (element_count(e.dims(e.input(1))) != 0) return false;
    e.give(0, e.input(0));
    return true;
}

/// The data with updates at these places.
shared_tensor scattered(const constant_node& n, const element_places& places) {
    const tensor_data &data = n.input(0), &updates = n.input(2);
    const std::string reduction = text_attribute(n.at, "reduction", "none");
    shared_tensor result;
    with_element(data.type, [&]<class T>(T) {
        std::vector<T> elements = elements_of<T>(data);
        const std::vector<T> news = elements_of<T>(updates);
        for (std::size_t i = 0; i < places.size(); ++i) {
            T& old = elements[static_cast<std::size_t>(places[i])];
            old = reduction == "add"   ? added(old, news[i])
                  : reduction == "mul" ? multiplied(old, news[i])
                  : reduction == "min" ? smaller(old, news[i])
                  : reduction == "max" ? larger(old, news[i])
                                       : news[i];
            if (data.type == tigris::dtype::boolean) old = static_cast<T>(old != T{0});
        }
        result = tensor_of(data.type, data.dims, elements);
    });
    return result;
}

shared_tensor evaluate_scatter_elements(const constant_node& n) {
    return scattered(n, element_places_of(n));
}

shared_tensor evaluate_scatter_nd(const constant_node& n) {
    return scattered(n, block_places_of(n, 0));
}

tigris::ops::scatter_reduction reduction_of(const node& n) {
    using enum tigris::ops::scatter_reduction;
    const std::string name = text_attribute(n, "reduction", "none");
    if (name == "add") return add;
    if (name == "mul") return multiply;
    if (name == "min") return min;
    return name == "max" ? max : none;
}

void lower_scatter_elements(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    const tigris::ops::scatter op{
        .by = indexing::elements,
        .reduction = reduction_of(n),
        .axis = static_cast<std::int8_t>(places_of(order)[axis_of(l, n)])};
    const int data = l.operand(n.inputs[0], order), indices = l.operand(n.inputs[1], order);
    const int updates = l.operand(n.inputs[2], order);
    l.add_step(n, op, {data, indices, updates}, l.make_result(n.outputs[0], order));
}

void lower_scatter_nd(lowering& l, const node& n) {
    const extents& indices = l.dims(n.inputs[1]);
    const std::int64_t depth = indices.back(),
                       count = count_between(indices, 0, indices.size() - 1);
    extents blocks = blocks_of(l.dims(n.inputs[0]), 0, static_cast<std::size_t>(depth));
    blocks.erase(blocks.begin());
    const int data = seen_as(l, n.inputs[0], blocks);
    const int tuples = seen_as(l, n.inputs[1], {count, depth});
    const int updates = seen_as(l, n.inputs[2], {count, blocks.back()});
    l.add_step(n, tigris::ops::scatter{.reduction = reduction_of(n)}, {data, tuples, updates},
               result_as(l, n.outputs[0], blocks));
}

}  // namespace

namespace operators {

operator_entries scatter_operators() {
    return {
        {.type = "Scatter",
         .versions = {{.since = {9}, .inputs = {3, 3}, .attributes = {integer("axis")}}},
         .shape = shape_scatter_elements,
         .expand = expand_scatter,
         .evaluate = evaluate_scatter_elements,
         .lower = lower_scatter_elements,
         .traits = {.order = wanted_order::as_result}},
        {.type = "ScatterElements",
         .versions = {{.since = {11, 13}, .inputs = {3, 3}, .attributes = {integer("axis")}},
                      {.since = {16, 18},
                       .inputs = {3, 3},
                       .attributes = {integer("axis"), text("reduction")}}},
         .shape = shape_scatter_elements,
         .expand = expand_scatter,
         .evaluate = evaluate_scatter_elements,
         .lower = lower_scatter_elements,
         .traits = {.order = wanted_order::as_result}},
        {.type = "ScatterND",
         .versions = {{.since = {11, 13}, .inputs = {3, 3}},
                      {.since = {16, 18}, .inputs = {3, 3}, .attributes = {text("reduction")}}},
         .shape = shape_scatter_nd,
         .expand = expand_scatter,
         .evaluate = evaluate_scatter_nd,
         .lower = lower_scatter_nd,
         .traits = {.order = wanted_order::onnx}},
        {.type = "TensorScatter",
         .versions = {{.since = {24},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), text("mode")}}},
         .expand = expand_tensor_scatter},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
