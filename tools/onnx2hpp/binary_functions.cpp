// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/binary_functions.hpp>

#include <algorithm>
#include <iterator>

namespace onnx2hpp {
namespace {

using enum tigris::ops::binary_function;

struct known_binary {
    std::string_view op_type;
    binary_form form;
};

/// BitShift and Mod as their attributes say if they are absent.
constexpr known_binary known_binaries[]{
    {"Add", {add}},
    {"And", {bitwise_and}},
    {"BitShift", {shift_left}},
    {"BitwiseAnd", {bitwise_and}},
    {"BitwiseOr", {bitwise_or}},
    {"BitwiseXor", {bitwise_xor}},
    {"Div", {divide}},
    {"Equal", {equal}},
    {"Greater", {greater}},
    {"GreaterOrEqual", {greater_or_equal}},
    {"Less", {greater, true}},
    {"LessOrEqual", {greater_or_equal, true}},
    {"Max", {maximum}},
    {"Min", {minimum}},
    {"Mod", {modulo}},
    {"Mul", {multiply}},
    {"Or", {bitwise_or}},
    {"PRelu", {prelu}},
    {"Pow", {power}},
    {"Sub", {subtract}},
    {"Xor", {bitwise_xor}},
};

}  // namespace

std::optional<binary_form> binary_of(const node& n) {
    const auto found =
        std::find_if(std::begin(known_binaries), std::end(known_binaries),
                     [&](const auto& k) { return k.op_type == n.op_type && n.domain.empty(); });
    if (found == std::end(known_binaries)) return {};
    binary_form form = found->form;
    if (form.function == modulo && integer_attribute(n, "fmod", 0) != 0) form.function = remainder;
    if (form.function == shift_left && text_attribute(n, "direction", "LEFT") != "LEFT")
        form.function = shift_right;
    return form;
}

}  // namespace onnx2hpp
