// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/reduction/axes.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_top_k(shape_context& c) {
    extents dims = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", -1), dims.size());
    const std::int64_t k = integer_attribute(c.at, "k", 1);
    if (k < 0 || k > dims[axis])
        fail_bad_input(c.at, fmt::format("it asks for {} of {} elements", k, dims[axis]));
    dims[axis] = k;
    c.set_output(is_own(c.at, "TopKIndices") ? dtype::i64 : c.input(0).type, dims);
}

bool expand_top_k(expansion& e) {
    const std::int64_t k =
        e.at.since < 10 ? integer_attribute(e.at, "k", 1) : single_integer(e, 1, "k");
    const attribute_map attributes{{"axis", integer_attribute(e.at, "axis", -1)},
                                   {"k", k},
                                   {"largest", integer_attribute(e.at, "largest", 1)}};
    if (e.wants_output(0)) e.give(0, e.add("tigris.TopKValues", {e.input(0)}, attributes));
    if (e.wants_output(1)) e.give(1, e.add("tigris.TopKIndices", {e.input(0)}, attributes));
    return true;
}

void lower_top_k(lowering& l, const node& n) {
    const axis_order order = order_of_input(l, n);
    const int axis = positive_axis(integer_attribute(n, "axis", -1), order.size());
    const tigris::ops::top_k op{.k = static_cast<std::int32_t>(integer_attribute(n, "k", 1)),
                                .axis = place_of_axis(order, axis),
                                .smallest = integer_attribute(n, "largest", 1) == 0,
                                .indices = is_own(n, "TopKIndices")};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries top_k_operators() {
    return {
        {.type = "TopK",
         .versions =
             {{.since = {1}, .outputs = 2, .attributes = {integer("axis"), required(integer("k"))}},
              {.since = {10}, .inputs = {2, 2}, .outputs = 2, .attributes = {integer("axis")}},
              {.since = {11, 24},
               .inputs = {2, 2},
               .outputs = 2,
               .attributes = {integer("axis"), flag("largest"), flag("sorted")}}},
         .expand = expand_top_k,
         .traits = {.takes_doubles = true}},
        {.type = "tigris.TopKIndices",
         .shape = shape_top_k,
         .lower = lower_top_k,
         .traits = {.takes_doubles = true}},
        {.type = "tigris.TopKValues",
         .shape = shape_top_k,
         .lower = lower_top_k,
         .traits = {.takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
