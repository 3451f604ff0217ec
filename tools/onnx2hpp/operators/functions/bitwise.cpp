// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void require_integer(const shape_context& c, std::size_t i) {
    require_type(c, i, is_integer(c.input(i).type), "use integers");
}

void require_unsigned(const shape_context& c, std::size_t i) {
    const dtype type = c.input(i).type;
    const bool is_right =
        type == dtype::u8 || type == dtype::u16 || type == dtype::u32 || type == dtype::u64;
    require_type(c, i, is_right, "use unsigned integers");
}

void shape_bitwise(shape_context& c) {
    c.require_same_type(0, 1);
    require_integer(c, 0);
    set_common_shape(c, c.input(0).type);
}

void shape_bit_shift(shape_context& c) {
    const std::string direction = text_attribute(c.at, "direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        fail_bad_input(
            c.at, fmt::format("direction is {}, but must be LEFT or RIGHT", in_quotes(direction)));
    c.require_same_type(0, 1);
    require_unsigned(c, 0);
    set_common_shape(c, c.input(0).type);
}

void shape_bitwise_not(shape_context& c) {
    require_integer(c, 0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

/// f of the bits of integers.
template <class F>
shared_tensor bitwise(const constant_node& n, F f) {
    return pairwise(n, [f]<class T>(T a, T b) {
        return static_cast<T>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
    });
}

shared_tensor evaluate_bitwise_and(const constant_node& n) {
    return bitwise(n, [](std::uint64_t a, std::uint64_t b) { return a & b; });
}

shared_tensor evaluate_bitwise_or(const constant_node& n) {
    return bitwise(n, [](std::uint64_t a, std::uint64_t b) { return a | b; });
}

shared_tensor evaluate_bitwise_xor(const constant_node& n) {
    return bitwise(n, [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
}

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
