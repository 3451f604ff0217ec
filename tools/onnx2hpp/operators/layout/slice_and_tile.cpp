// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/slicing.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

[[noreturn]] void fail_impossible(const shape_context& c, const extents& dims) {
    fail_bad_input(c.at, fmt::format("its output has the impossible shape {}", to_text(dims)));
}

/// Extents of a Tile's result, none beyond what a tensor may have.
extents tiled(const shape_context& c, extents dims, const extents& repeats) {
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const std::int64_t count = repeats[axis];
        if (count < 0 || (dims[axis] > 0 && count > max_elements / dims[axis]))
            fail_bad_input(c.at, fmt::format("repeats {} are impossible for shape {}",
                                             to_text(repeats), to_text(dims)));
        dims[axis] *= count;
    }
    return dims;
}

void shape_slice(shape_context& c) {
    c.input(0);
    c.set_output(c.input(0).type, slicing_of(c.source(), c.at).count);
}

void shape_expand(shape_context& c) {
    const extents wanted = c.constant_integers(1);
    if (!count_elements(wanted)) fail_impossible(c, wanted);
    const auto common = broadcast(c.input(0).dims, wanted);
    if (!common)
        fail_bad_input(c.at, fmt::format("shape {} does not broadcast to {}",
                                         to_text(c.input(0).dims), to_text(wanted)));
    c.set_output(c.input(0).type, *common);
}

void shape_tile(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const extents repeats = c.constant_integers(1);
    if (repeats.size() != dims.size())
        fail_bad_input(
            c.at, fmt::format("repeats {} do not fit shape {}", to_text(repeats), to_text(dims)));
    c.set_output(c.input(0).type, tiled(c, dims, repeats));
}

/// The elements of input 0 that `place` names for each position of the result; -1: zero.
template <class Place>
shared_tensor taken(const constant_node& n, Place&& place) {
    element_places places;
    places.reserve(static_cast<std::size_t>(element_count(n.dims())));
    for_each_position(n.dims(), [&](const extents& at) { places.push_back(place(at)); });
    return picked(n.input(0), n.dims(), places);
}

shared_tensor evaluate_slice(const constant_node& n) {
    const slicing s = slicing_of(n.source(), n.at);
    const extents strides = strides_of(n.input(0).dims);
    return taken(n, [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            place += (s.begin[axis] + at[axis] * s.step[axis]) * strides[axis];
        return place;
    });
}

/// Tile, and Expand, whose input may have fewer axes.
shared_tensor evaluate_tile(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const extents strides = strides_of(dims);
    const std::size_t missing = n.dims().size() - dims.size();
    return taken(n, [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            place += at[missing + axis] % dims[axis] * strides[axis];
        return place;
    });
}

/// How a result lies that has the input's axes after further ones of extent 1: as it is wanted if
/// that costs nothing, else as the input lies.
axis_order extended_order(const lowering& l, const node& n) {
    const std::size_t rank = l.dims(n.outputs[0]).size();
    const axis_order& own = l.place(n.inputs[0]).order;
    const std::size_t missing = rank - own.size();
    extents dims(missing, 1);
    dims.insert(dims.end(), l.dims(n.inputs[0]).begin(), l.dims(n.inputs[0]).end());
    axis_order order = onnx_order(missing);
    for (const int axis : own) order.push_back(axis + static_cast<int>(missing));
    const auto wish = l.wished.of(n.outputs[0]);
    return wish && is_same_memory(dims, *wish, order) ? *wish : order;
}

void lower_slice(lowering& l, const node& n) {
    const slicing taken = slicing_of(l.source, n);
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    tigris::ops::slice op;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto axis = static_cast<std::size_t>(order[place]);
        op.begin[static_cast<int>(place)] = static_cast<std::int32_t>(taken.begin[axis]);
        op.step[static_cast<int>(place)] = static_cast<std::int32_t>(taken.step[axis]);
    }
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

void lower_tile(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const axis_order order = extended_order(l, n);
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, tigris::ops::tile{}, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries slice_and_tile_operators() {
    return {
        {.type = "Slice",
         .versions = {{.since = {1},
                       .attributes = {integers("axes"), required(integers("ends")),
                                      required(integers("starts"))}},
                      {.since = {10, 11, 13}, .inputs = {3, 5}}},
         .shape = shape_slice,
         .evaluate = evaluate_slice,
         .lower = lower_slice,
         .traits = {.order = wanted_order::as_result,
                    .moves = element_moves::selection,
                    .takes_any_type = true}},
        {.type = "Expand",
         .versions = {{.since = {8, 13}, .inputs = {2, 2}}},
         .shape = shape_expand,
         .evaluate = evaluate_tile,
         .lower = lower_tile,
         .traits = {.order = wanted_order::as_result,
                    .moves = element_moves::selection,
                    .takes_any_type = true}},
        {.type = "Tile",
         .versions = {{.since = {6, 13}, .inputs = {2, 2}}},
         .shape = shape_tile,
         .evaluate = evaluate_tile,
         .lower = lower_tile,
         .traits = {.order = wanted_order::as_result,
                    .moves = element_moves::selection,
                    .takes_any_type = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
