// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

void shape_lrn(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    const std::int64_t size = integer_attribute(c.at, "size", 1);
    if (dims.size() < 2)
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must have batch and channels",
                                         to_text(dims)));
    if (size < 1 || size > max_elements)
        fail_bad_input(c.at, fmt::format("its size is {}, but must be positive", size));
    c.set_output(c.input(0).type, dims);
}

void lower_lrn(lowering& l, const node& n) {
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    const tigris::ops::lrn op{.size = static_cast<std::int32_t>(integer_attribute(n, "size", 1)),
                              .alpha = real_attribute(n, "alpha", 0.0001f),
                              .beta = real_attribute(n, "beta", 0.75f),
                              .bias = real_attribute(n, "bias", 1)};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries lrn_operators() {
    return {
        {.type = "LRN",
         .versions = {{.since = {1, 13},
                       .attributes = {real("alpha"), real("beta"), real("bias"),
                                      required(integer("size"))}}},
         .shape = shape_lrn,
         .lower = lower_lrn,
         .traits = {.order = wanted_order::channels_last}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
