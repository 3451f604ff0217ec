// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_max_unpool(shape_context& c) {
    const value &x = c.input(0), &places = c.input(1);
    if (places.type != dtype::i64 || places.dims != x.dims)
        fail_bad_input(c.at, fmt::format("{} must be int64 of shape {}", c.label_of_input(1),
                                         to_text(x.dims)));
    const extents inferred = unpooled_extents(c.at, x.dims);
    const extents dims = c.has_input(2) ? c.constant_integers(2) : inferred;
    if (dims.size() != x.dims.size() || !count_elements(inferred))
        fail_bad_input(c.at, fmt::format("its output of shape {} is impossible", to_text(dims)));
    c.set_output(x.type, dims);
}

void lower_max_unpool(lowering& l, const node& n) {
    const std::size_t rank = l.dims(n.inputs[0]).size();
    const tigris::shape places =
        shape_of(unpooled_extents(n, l.dims(n.inputs[0])), l.at(n.outputs[0]).name);
    tigris::ops::max_unpool op;
    for (int axis = 0; axis < places.rank; ++axis) op.places[axis] = places[axis];
    const axis_order order = onnx_order(rank);
    const int x = l.operand(n.inputs[0], order), numbers = l.operand(n.inputs[1], order);
    l.add_step(n, op, {x, numbers}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries max_unpool_operators() {
    return {
        {.type = "MaxUnpool",
         .versions = {{.since = {9, 11, 22},
                       .inputs = {2, 3},
                       .attributes = {required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_max_unpool,
         .lower = lower_max_unpool,
         .traits = {.order = wanted_order::onnx}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
