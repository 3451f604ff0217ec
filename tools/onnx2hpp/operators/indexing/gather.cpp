// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
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

#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

using tigris::ops::indexing;

void shape_gather(shape_context& c) {
    const extents& data = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 0), data.size());
    check_indices(c, {data[axis]});
    const extents before = joined(part_of(data, 0, axis), c.input(1).dims);
    c.set_output(c.input(0).type, joined(before, part_of(data, axis + 1, data.size())));
}

void shape_gather_elements(shape_context& c) {
    check_element_indices(c);
    c.set_output(c.input(0).type, c.input(1).dims);
}

void shape_gather_nd(shape_context& c) {
    const extents &data = c.input(0).dims, &indices = c.input(1).dims;
    const std::int64_t given = integer_attribute(c.at, "batch_dims", 0);
    if (given < 0) fail_bad_input(c.at, fmt::format("batch_dims {} is negative", given));
    const auto batch = static_cast<std::size_t>(given);
    const std::size_t depth = check_tuples(c, batch);
    c.set_output(c.input(0).type, joined(part_of(indices, 0, indices.size() - 1),
                                         part_of(data, batch + depth, data.size())));
}

constexpr std::int64_t before_the_first = std::numeric_limits<std::int64_t>::min();

/// Index `first` and those after it, `step` apart; nothing where they are not regular.
struct regular_indices {
    std::int64_t first, step, count;
};

std::optional<regular_indices> regular(const expansion& e, std::int64_t extent) {
    const dtype type = e.type(e.input(1));
    if (!e.is_constant(e.input(1)) || (type != dtype::i32 && type != dtype::i64)) return {};
    extents indices = integers_of(*e.of(e.input(1)).constant);
    for (std::int64_t& index : indices) {
        index += index < 0 ? extent : 0;
        if (index < 0 || index >= extent) return {};
    }
    if (indices.empty()) return {};
    const std::int64_t step = indices.size() > 1 ? indices[1] - indices[0] : 1;
    for (std::size_t i = 1; i < indices.size(); ++i)
        if (indices[i] - indices[i - 1] != step) return {};
    if (step == 0) return {};
    return regular_indices{indices[0], step, static_cast<std::int64_t>(indices.size())};
}

/// Constant indices that are regular are a Slice.
bool expand_gather(expansion& e) {
    const value_id x = e.input(0);
    const extents dims = e.dims(x), indices = e.dims(e.input(1));
    const std::size_t axis = e.axis(integer_attribute(e.at, "axis", 0), dims.size());
    const auto taken = regular(e, dims[axis]);
    if (!taken) return false;
    const std::int64_t end = taken->first + taken->step * taken->count;
    value_id result =
        sliced(e, x, axis, taken->first, end < 0 ? before_the_first : end, taken->step);
    extents wanted = dims;
    wanted.erase(wanted.begin() + static_cast<std::ptrdiff_t>(axis));
    wanted.insert(wanted.begin() + static_cast<std::ptrdiff_t>(axis), indices.begin(),
                  indices.end());
    if (e.dims(result) != wanted) result = reshaped(e, result, wanted);
    e.give(0, result);
    return true;
}

shared_tensor evaluate_gather(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const std::size_t axis = gathered_axis(n), count = n.input(1).dims.size();
    const extents strides = strides_of(dims), indices = indices_of(n, {dims[axis]});
    const extents index_strides = strides_of(n.input(1).dims);
    element_places places;
    for_each_position(n.dims(), [&](const extents& at) {
        std::int64_t index = 0, place = 0;
        for (std::size_t k = 0; k < count; ++k) index += at[axis + k] * index_strides[k];
        for (std::size_t k = 0; k < dims.size(); ++k)
            place += strides[k] * (k == axis  ? indices[static_cast<std::size_t>(index)]
                                   : k < axis ? at[k]
                                              : at[k + count - 1]);
        places.push_back(place);
    });
    return picked(n.input(0), n.dims(), places);
}

shared_tensor evaluate_gather_elements(const constant_node& n) {
    return picked(n.input(0), n.dims(), element_places_of(n));
}

shared_tensor evaluate_gather_nd(const constant_node& n) {
    const auto batch = static_cast<std::size_t>(integer_attribute(n.at, "batch_dims", 0));
    return picked(n.input(0), n.dims(), block_places_of(n, batch));
}

void gather_blocks(lowering& l, const node& n, const extents& data, const extents& indices) {
    const int from = seen_as(l, n.inputs[0], data), by = seen_as(l, n.inputs[1], indices);
    const int to = result_as(l, n.outputs[0], {data.front(), indices[1], data.back()});
    l.add_step(n, tigris::ops::gather{}, {from, by}, to);
}

void lower_gather(lowering& l, const node& n) {
    const extents& indices = l.dims(n.inputs[1]);
    gather_blocks(l, n, blocks_of(l.dims(n.inputs[0]), axis_of(l, n), 1),
                  {1, count_between(indices, 0, indices.size()), 1});
}

void lower_gather_nd(lowering& l, const node& n) {
    const auto batch = static_cast<std::size_t>(integer_attribute(n, "batch_dims", 0));
    const extents& indices = l.dims(n.inputs[1]);
    const std::size_t last = indices.size() - 1;
    gather_blocks(
        l, n, blocks_of(l.dims(n.inputs[0]), batch, static_cast<std::size_t>(indices[last])),
        {count_between(indices, 0, batch), count_between(indices, batch, last), indices[last]});
}

void lower_gather_elements(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    const auto axis = static_cast<std::int8_t>(places_of(order)[axis_of(l, n)]);
    const int data = l.operand(n.inputs[0], order), indices = l.operand(n.inputs[1], order);
    l.add_step(n, tigris::ops::gather{.by = indexing::elements, .axis = axis}, {data, indices},
               l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries gather_operators() {
    return {
        {.type = "Gather",
         .versions = {{.since = {1, 11, 13}, .inputs = {2, 2}, .attributes = {integer("axis")}}},
         .shape = shape_gather,
         .expand = expand_gather,
         .evaluate = evaluate_gather,
         .lower = lower_gather,
         .traits = {.order = wanted_order::onnx,
                    .moves = element_moves::selection,
                    .takes_any_type = true}},
        {.type = "GatherElements",
         .versions = {{.since = {11, 13}, .inputs = {2, 2}, .attributes = {integer("axis")}}},
         .shape = shape_gather_elements,
         .evaluate = evaluate_gather_elements,
         .lower = lower_gather_elements,
         .traits = {.order = wanted_order::as_result, .moves = element_moves::selection}},
        {.type = "GatherND",
         .versions = {{.since = {11}, .inputs = {2, 2}},
                      {.since = {12, 13}, .inputs = {2, 2}, .attributes = {integer("batch_dims")}}},
         .shape = shape_gather_nd,
         .evaluate = evaluate_gather_nd,
         .lower = lower_gather_nd,
         .traits = {.order = wanted_order::onnx, .moves = element_moves::selection}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
