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

void shape_logical(shape_context& c) {
    require_boolean(c, 0);
    require_boolean(c, 1);
    set_common_shape(c, dtype::boolean);
}

void shape_not(shape_context& c) {
    require_boolean(c, 0);
    c.set_output(dtype::boolean, c.input(0).dims);
}

shared_tensor evaluate_and(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a != 0 && b != 0; });
}

shared_tensor evaluate_or(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a != 0 || b != 0; });
}

shared_tensor evaluate_xor(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return (a != 0) != (b != 0); });
}

shared_tensor evaluate_not(const constant_node& n) {
    return each_of<std::uint8_t>(n, [](std::uint8_t x) { return std::uint8_t{x == 0}; });
}

}  // namespace

namespace operators {

operator_entries logic_operators() {
    return {
        {.type = "And",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7}, .inputs = {2, 2}}},
         .shape = shape_logical,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_and,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_and>},
        {.type = "Or",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7}, .inputs = {2, 2}}},
         .shape = shape_logical,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_or,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_or>},
        {.type = "Xor",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7}, .inputs = {2, 2}}},
         .shape = shape_logical,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_xor,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_xor>},
        {.type = "Not",
         .versions = {{.since = {1}}},
         .shape = shape_not,
         .evaluate = evaluate_not,
         .lower = lower_unary,
         .unary = plain<unary_function::logical_not>},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
