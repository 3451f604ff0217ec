// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/windows/pool_nd.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/onnx/window.hpp>

namespace onnx2hpp {
namespace {

using tigris::ops::pool_nd_function;

pool_nd_function function_of(const node& n) {
    if (n.op_type == "AveragePool") return pool_nd_function::average;
    if (n.op_type == "LpPool") return pool_nd_function::power_mean;
    return is_own(n, "MaxPoolIndices") ? pool_nd_function::place : pool_nd_function::max;
}

}  // namespace

void lower_pool_nd(lowering& l, const node& n) {
    const extents& dims = l.dims(n.inputs[0]);
    const window w = window_of(n, space_behind(dims));
    const pool_nd_function function = function_of(n);
    if (function != pool_nd_function::place && !l.at(n.inputs[0]).quant.scale.empty())
        fail_quantized(n);
    const tigris::ops::pool_nd op{
        .function = function,
        .kernel = space_numbers_of(n, w.kernel, 1),
        .strides = space_numbers_of(n, w.strides, 1),
        .dilations = space_numbers_of(n, w.dilations, 1),
        .pads = space_numbers_of(n, w.pads_begin, 0),
        .pads_end = space_numbers_of(n, w.pads_end, 0),
        .p = static_cast<std::int32_t>(integer_attribute(n, "p", 2)),
        .count_include_pad = integer_attribute(n, "count_include_pad", 0) != 0,
        .column_major = integer_attribute(n, "storage_order", 0) != 0,
        .clamp = n.clamp};
    const axis_order order = channels_last(dims.size());
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
