// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_is_special(shape_context& c) {
    c.require_real(0);
    c.set_output(dtype::boolean, c.input(0).dims);
}

tigris::ops::unary is_inf_of(const node& n) {
    return {.function = unary_function::is_inf,
            .alpha = float(integer_attribute(n, "detect_negative", 1) != 0),
            .beta = float(integer_attribute(n, "detect_positive", 1) != 0)};
}

}  // namespace

namespace operators {

operator_entries special_values_operators() {
    return {
        {.type = "IsInf",
         .versions = {{.since = {10, 20},
                       .attributes = {flag("detect_negative"), flag("detect_positive")}}},
         .shape = shape_is_special,
         .lower = lower_unary,
         .unary = is_inf_of,
         .traits = {.takes_doubles = true}},
        {.type = "IsNaN",
         .versions = {{.since = {9, 13, 20}}},
         .shape = shape_is_special,
         .lower = lower_unary,
         .unary = plain<unary_function::is_nan>,
         .traits = {.takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
