// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>

namespace onnx2hpp {
namespace {

void shape_where(shape_context& c) {
    require_boolean(c, 0);
    c.require_same_type(1, 2);
    const extents both = common_shape(c, c.input(1).dims, c.input(2).dims);
    c.set_output(c.input(1).type, common_shape(c, c.input(0).dims, both));
}

shared_tensor evaluate_where(const constant_node& n) {
    const tensor_data &chosen = n.input(0), &x = n.input(1), &y = n.input(2);
    if (x.type != y.type) return {};
    const element_places by = broadcast_places(chosen.dims, n.dims());
    const shared_tensor left = picked(x, n.dims(), broadcast_places(x.dims, n.dims()));
    const shared_tensor right = picked(y, n.dims(), broadcast_places(y.dims, n.dims()));
    const std::size_t width = static_cast<std::size_t>(bits_of(x.type)) / 8;
    tensor_data result = *right;
    for (std::size_t i = 0; i < by.size(); ++i)
        if (chosen.bytes[static_cast<std::size_t>(by[i])] != std::byte{0})
            std::memcpy(&result.bytes[i * width], &left->bytes[i * width], width);
    return std::make_shared<const tensor_data>(std::move(result));
}

void lower_select(lowering& l, const node& n) {
    add_step_in_common_order(l, n, tigris::ops::select{}, false);
}

}  // namespace

namespace operators {

operator_entries where_operators() {
    return {
        {.type = "Where",
         .versions = {{.since = {9, 16}, .inputs = {3, 3}}},
         .shape = shape_where,
         .evaluate = evaluate_where,
         .lower = lower_select,
         .traits = {.order = wanted_order::as_result, .takes_any_type = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
