// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/dynamic_codes.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// uint8 codes over the range of x and 0. Where all is 0, so that there is no range, the scale
/// is 1.
bool expand_dynamic_quantize_linear(expansion& e) {
    require_float(e, 0);
    const value_id x = e.input(0), range = e.add("tigris.DynamicRange", {x});
    e.give(0, e.add("tigris.DynamicQuantize", {x, range}));
    e.give(1, part_of_range(e, range, 0));
    e.give(2, cast(e, part_of_range(e, range, 1), dtype::u8));
    return true;
}

void shape_dynamic_range(shape_context& c) { c.set_output(dtype::f32, {2}); }

void lower_dynamic_range(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const int input = l.operand(n.inputs[0], l.place(n.inputs[0]).order);
    l.add_step(n, tigris::ops::dynamic_range{}, {input}, l.make_result(n.outputs[0], {0}));
}

void shape_dynamic_quantize(shape_context& c) {
    extents dims = c.input(0).dims;
    const extents pads = integers_attribute(c.at, "pads", extents(2 * dims.size(), 0));
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        dims[axis] += pads[axis] + pads[dims.size() + axis];
    c.set_output(integer_attribute(c.at, "signed", 0) != 0 ? dtype::i8 : dtype::u8, dims);
}

/// As its input lies; with the columns of a flattened image where they are.
void lower_dynamic_quantize(lowering& l, const node& n) {
    const value_id from = n.inputs[0], to = n.outputs[0];
    const int range = l.operand(n.inputs[1], {0});
    placement p = l.place(from);
    tigris::ops::dynamic_quantize op;
    if (!p.columns.empty()) {
        const extents memory = memory_dims(p.merged_dims, p.merged_order);
        const int input = l.view(from, p.tensor, memory);
        p.tensor = l.make_tensor(to, memory, p.merged_order);
        l.set_place(to, p);
        return l.add_step(n, op, {input, range}, p.tensor);
    }
    const std::size_t rank = p.order.size();
    const extents pads = integers_attribute(n, "pads", extents(2 * rank, 0));
    for (std::size_t place = 0; place < rank; ++place) {
        const auto axis = static_cast<std::size_t>(p.order[place]);
        op.before[static_cast<int>(place)] = static_cast<std::int32_t>(pads[axis]);
        op.after[static_cast<int>(place)] = static_cast<std::int32_t>(pads[rank + axis]);
    }
    const int input = l.operand(from, p.order);
    l.add_step(n, op, {input, range}, l.make_result(to, p.order));
}

}  // namespace

namespace operators {

operator_entries dynamic_quantize_linear_operators() {
    return {
        {.type = "DynamicQuantizeLinear",
         .versions = {{.since = {11}, .outputs = 3}},
         .expand = expand_dynamic_quantize_linear},
        {.type = "tigris.DynamicRange", .shape = shape_dynamic_range, .lower = lower_dynamic_range},
        {.type = "tigris.DynamicQuantize",
         .shape = shape_dynamic_quantize,
         .lower = lower_dynamic_quantize,
         .traits = {.order = wanted_order::as_result}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
