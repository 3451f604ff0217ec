// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/convert.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_relu(shape_context& c) { c.set_output(c.input(0).type, c.input(0).dims); }

bool expand_relu(expansion& e) {
    const dtype type = e.type(e.input(0));
    if (type == dtype::f32 || !is_readable(type)) return false;
    e.give(0, e.add("Max", {e.input(0), e.number(type, 0)}));
    return true;
}

}  // namespace

namespace operators {

operator_entries relu_operators() {
    return {
        {.type = "Relu",
         .versions = {{.since = {6, 13, 14}}},
         .shape = shape_relu,
         .expand = expand_relu,
         .lower = lower_convert,
         .traits = {.order = wanted_order::as_result,
                    .can_clamp = true,
                    .has_integer_kernel = true,
                    .takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
