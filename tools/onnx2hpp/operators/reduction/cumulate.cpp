// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>
#include <onnx2hpp/operators/reduction/axes.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void require_axis_within(const shape_context& c, std::int64_t axis) {
    c.axis_from(axis, c.input(0).dims.size());
}

void shape_cumulate(shape_context& c) {
    require_axis_within(c, integer_attribute(c.at, "axis", 0));
    if (c.input(0).type == dtype::boolean) fail_type(c, "convert it with Cast");
    c.set_output(c.input(0).type, c.input(0).dims);
}

bool expand_cumulate(expansion& e) {
    e.give(0, e.add("tigris.Cumulate", {e.input(0)},
                    {{"axis", single_integer(e, 1, "axis")},
                     {"product", std::int64_t(e.at.op_type == "CumProd")},
                     {"exclusive", integer_attribute(e.at, "exclusive", 0)},
                     {"reverse", integer_attribute(e.at, "reverse", 0)}}));
    return true;
}

/// Where the sum that element i belongs to begins, and how far apart its elements are.
struct line {
    std::int64_t stride, extent;
};

line line_of(const extents& dims, std::size_t axis) { return {strides_of(dims)[axis], dims[axis]}; }

/// The running sums of one line.
template <class T>
void accumulate_along(std::vector<T>& elements, std::size_t first, const line& along,
                      bool exclusive, bool backwards) {
    T sum{};
    for (std::int64_t k = 0; k < along.extent; ++k) {
        const std::int64_t step = backwards ? along.extent - 1 - k : k;
        T& element = elements[first + static_cast<std::size_t>(step * along.stride)];
        const T before = sum;
        sum = added(sum, element);
        element = exclusive ? before : sum;
    }
}

shared_tensor evaluate_cumulative_sum(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const extents axes = integers_of(n.input(1));
    if (axes.size() != 1) return {};
    const line along = line_of(x.dims, distinct_axes(n.at, axes, x.dims.size())[0]);
    const bool exclusive = integer_attribute(n.at, "exclusive", 0) != 0;
    const bool backwards = integer_attribute(n.at, "reverse", 0) != 0;
    shared_tensor result;
    with_element(x.type, [&]<class T>(T) {
        std::vector<T> elements = elements_of<T>(x);
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (static_cast<std::int64_t>(i) / along.stride % along.extent == 0)
                accumulate_along(elements, i, along, exclusive, backwards);
        result = tensor_of(x.type, x.dims, elements);
    });
    return result;
}

void lower_cumulate(lowering& l, const node& n) {
    using enum tigris::ops::cumulate_function;
    const axis_order order = order_of_input(l, n);
    const int axis = positive_axis(integer_attribute(n, "axis", 0), order.size());
    const tigris::ops::cumulate op{
        .function = integer_attribute(n, "product", 0) != 0 ? product : sum,
        .axis = place_of_axis(order, axis),
        .exclusive = integer_attribute(n, "exclusive", 0) != 0,
        .reverse = integer_attribute(n, "reverse", 0) != 0};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries cumulate_operators() {
    return {
        {.type = "CumSum",
         .versions = {{.since = {11, 14},
                       .inputs = {2, 2},
                       .attributes = {flag("exclusive"), flag("reverse")}}},
         .expand = expand_cumulate,
         .evaluate = evaluate_cumulative_sum},
        {.type = "CumProd",
         .versions = {{.since = {26},
                       .inputs = {2, 2},
                       .attributes = {flag("exclusive"), flag("reverse")}}},
         .expand = expand_cumulate},
        {.type = "tigris.Cumulate",
         .shape = shape_cumulate,
         .lower = lower_cumulate,
         .traits = {.order = wanted_order::as_result}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
