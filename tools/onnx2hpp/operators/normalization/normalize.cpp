// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>

#include <algorithm>
#include <map>

namespace onnx2hpp {
namespace {

using tigris::ops::normalize_function;

void shape_normalize(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    c.axes_from(integers_attribute(c.at, "axes", {}), dims.size());
    c.set_output(c.input(0).type, dims);
}

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

}  // namespace

namespace operators {

operator_entries normalize_operators() {
    return {
        {.type = "tigris.Normalize",
         .shape = shape_normalize,
         .lower = lower_normalize,
         .traits = {.order = wanted_order::as_result,
                    .has_integer_kernel = true,
                    .only_8_bits = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
