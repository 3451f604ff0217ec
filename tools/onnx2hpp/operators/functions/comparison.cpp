// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_compare(shape_context& c) {
    c.require_same_type(0, 1);
    if (c.at.op_type != "Equal" || c.input(0).type != dtype::boolean) require_number(c, 0);
    set_common_shape(c, dtype::boolean);
}

shared_tensor evaluate_equal(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a == b; });
}

shared_tensor evaluate_less(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a < b; });
}

shared_tensor evaluate_less_or_equal(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a <= b; });
}

shared_tensor evaluate_greater(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a > b; });
}

shared_tensor evaluate_greater_or_equal(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a >= b; });
}

}  // namespace

namespace operators {

operator_entries comparison_operators() {
    return {
        {.type = "Equal",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 11, 13, 19}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_equal,
         .lower = lower_binary,
         .binary = plain<binary_function::equal>,
         .traits = {.takes_doubles = true}},
        {.type = "Greater",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 9, 13}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_greater,
         .lower = lower_binary,
         .binary = plain<binary_function::greater>,
         .traits = {.takes_doubles = true}},
        {.type = "GreaterOrEqual",
         .versions = {{.since = {12, 16}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .evaluate = evaluate_greater_or_equal,
         .lower = lower_binary,
         .binary = plain<binary_function::greater_or_equal>,
         .traits = {.takes_doubles = true}},
        {.type = "Less",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 9, 13}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_less,
         .lower = lower_binary,
         .binary = mirrored<binary_function::greater>,
         .traits = {.takes_doubles = true}},
        {.type = "LessOrEqual",
         .versions = {{.since = {12, 16}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .evaluate = evaluate_less_or_equal,
         .lower = lower_binary,
         .binary = mirrored<binary_function::greater_or_equal>,
         .traits = {.takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
