// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

binary_form shift_of(const node& n) {
    return {text_attribute(n, "direction", "LEFT") != "LEFT" ? binary_function::shift_right
                                                             : binary_function::shift_left};
}

}  // namespace

namespace operators {

operator_entries bitwise_operators() {
    return {
        {.type = "BitShift",
         .versions = {{.since = {11},
                       .inputs = {2, 2},
                       .attributes = {required(text("direction"))}}},
         .shape = shape_bit_shift,
         .lower = lower_binary,
         .binary = shift_of},
        {.type = "BitwiseAnd",
         .versions = {{.since = {18}, .inputs = {2, 2}}},
         .shape = shape_bitwise,
         .evaluate = evaluate_bitwise_and,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_and>},
        {.type = "BitwiseNot",
         .versions = {{.since = {18}}},
         .shape = shape_bitwise_not,
         .lower = lower_unary,
         .unary = plain<unary_function::bitwise_not>},
        {.type = "BitwiseOr",
         .versions = {{.since = {18}, .inputs = {2, 2}}},
         .shape = shape_bitwise,
         .evaluate = evaluate_bitwise_or,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_or>},
        {.type = "BitwiseXor",
         .versions = {{.since = {18}, .inputs = {2, 2}}},
         .shape = shape_bitwise,
         .evaluate = evaluate_bitwise_xor,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_xor>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
