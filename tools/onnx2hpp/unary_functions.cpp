// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/unary_functions.hpp>

#include <algorithm>
#include <iterator>

namespace onnx2hpp {
namespace {

using enum tigris::ops::unary_function;

/// A function and the attributes that are its parameters, with ONNX's defaults.
struct known_function {
    std::string_view op_type;
    tigris::ops::unary_function function;
    std::string_view alpha{};
    float usual_alpha = 0;
    std::string_view beta{};
    float usual_beta = 0;
};

constexpr known_function known[]{
    {"Abs", abs},
    {"Acos", acos},
    {"Acosh", acosh},
    {"Asin", asin},
    {"Asinh", asinh},
    {"Atan", atan},
    {"Atanh", atanh},
    {"BitwiseNot", bitwise_not},
    {"Ceil", ceil},
    {"Celu", celu, "alpha", 1},
    {"Cos", cos},
    {"Cosh", cosh},
    {"Elu", elu, "alpha", 1},
    {"Erf", erf},
    {"Exp", exp},
    {"Floor", floor},
    {"Gelu", gelu},
    {"HardSigmoid", hard_sigmoid, "alpha", 0.2f, "beta", 0.5f},
    {"HardSwish", hard_swish},
    {"IsInf", is_inf},
    {"IsNaN", is_nan},
    {"LeakyRelu", leaky_relu, "alpha", 0.01f},
    {"Log", log},
    {"Mish", mish},
    {"Neg", negate},
    {"Not", logical_not},
    {"Reciprocal", reciprocal},
    {"Round", round},
    {"RoundToHalf", round_to_half},
    {"Selu", selu, "alpha", 1.67326319217681884765625f, "gamma", 1.05070102214813232421875f},
    {"Shrink", shrink, "lambd", 0.5f, "bias", 0},
    {"Sigmoid", sigmoid},
    {"Sign", sign},
    {"Sin", sin},
    {"Sinh", sinh},
    {"Softplus", softplus},
    {"Softsign", softsign},
    {"Sqrt", sqrt},
    {"Swish", swish, "alpha", 1},
    {"Tan", tan},
    {"Tanh", tanh},
    {"ThresholdedRelu", thresholded_relu, "alpha", 1},
};

float parameter(const node& n, std::string_view name, float usual) {
    return name.empty() ? usual : real_attribute(n, name, usual);
}

}  // namespace

std::optional<tigris::ops::unary> unary_of(const node& n) {
    const auto found = std::find_if(std::begin(known), std::end(known), [&](const auto& k) {
        return k.op_type == n.op_type && n.domain.empty();
    });
    if (found == std::end(known)) return {};
    tigris::ops::unary op{found->function, parameter(n, found->alpha, found->usual_alpha),
                          parameter(n, found->beta, found->usual_beta)};
    if (op.function == gelu && text_attribute(n, "approximate", "none") == "tanh")
        op.function = gelu_tanh;
    if (op.function == is_inf) {
        op.alpha = integer_attribute(n, "detect_negative", 1) != 0;
        op.beta = integer_attribute(n, "detect_positive", 1) != 0;
    }
    return op;
}

bool is_real_function(const node& n) {
    const auto op = unary_of(n);
    return op && op->function != is_nan && op->function != is_inf && op->function != bitwise_not &&
           op->function != logical_not;
}

}  // namespace onnx2hpp
