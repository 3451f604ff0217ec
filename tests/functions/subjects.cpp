// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functions/known.hpp>
#include <functions/subjects.hpp>
#include <tigris/kernels/arithmetic/functions/gates.hpp>
#include <tigris/kernels/arithmetic/functions/roots.hpp>
#include <tigris/kernels/arithmetic/functions/unary.hpp>

#include <iterator>

namespace functions {

namespace {

using fn = tigris::ops::unary_function;
using gate = tigris::ops::gate_function;

struct parameters {
    float alpha = 0, beta = 0;
};

/// ONNX's default attributes.
constexpr parameters parameters_of(fn f) {
    switch (f) {
        case fn::celu:
        case fn::elu:
        case fn::swish:
        case fn::thresholded_relu: return {1};
        case fn::hard_sigmoid: return {0.2f, 0.5f};
        case fn::leaky_relu: return {0.01f};
        case fn::selu: return {1.67326319217681884765625f, 1.05070102214813232421875f};
        case fn::shrink: return {0.5f};
        default: return {};
    }
}

template <fn F>
float single(float x) {
    return tigris::kernels::apply<F>(x, parameters_of(F).alpha, parameters_of(F).beta);
}
template <fn F>
float tabled(float x) {
    const double alpha = double(parameters_of(F).alpha), beta = double(parameters_of(F).beta);
    return tigris::narrowed(tigris::kernels::apply<F>(double(x), alpha, beta));
}
template <gate F>
float gated(float x) {
    return tigris::kernels::gate_value({F, 1, 1}, x);
}
template <double (*Function)(double)>
double library(double x) {
    return Function(x);
}

template <fn F>
constexpr subject unary(std::string_view name, double (*known)(double)) {
    return {name, single<F>, tabled<F>, known};
}
template <gate F>
constexpr subject recurrent(std::string_view name, double (*known)(double)) {
    return {name, gated<F>, nullptr, known};
}

/// All of ops::unary_function but bool's and integers'; then those of recurrent layers, softmax and
/// reductions.
constexpr subject all[]{
    unary<fn::abs>("abs", library<std::fabs>),
    unary<fn::acos>("acos", library<std::acos>),
    unary<fn::acosh>("acosh", library<std::acosh>),
    unary<fn::asin>("asin", library<std::asin>),
    unary<fn::asinh>("asinh", library<std::asinh>),
    unary<fn::atan>("atan", library<std::atan>),
    unary<fn::atanh>("atanh", library<std::atanh>),
    unary<fn::ceil>("ceil", library<std::ceil>),
    unary<fn::celu>("celu", known::celu),
    unary<fn::cos>("cos", library<std::cos>),
    unary<fn::cosh>("cosh", library<std::cosh>),
    unary<fn::elu>("elu", known::celu),
    unary<fn::erf>("erf", library<std::erf>),
    unary<fn::exp>("exp", library<std::exp>),
    unary<fn::floor>("floor", library<std::floor>),
    unary<fn::gelu>("gelu", known::gelu),
    unary<fn::gelu_tanh>("gelu_tanh", known::gelu_tanh),
    unary<fn::hard_sigmoid>("hard_sigmoid", known::hard_sigmoid),
    unary<fn::hard_swish>("hard_swish", known::hard_swish),
    unary<fn::leaky_relu>("leaky_relu", known::leaky_relu),
    unary<fn::log>("log", library<std::log>),
    unary<fn::mish>("mish", known::mish),
    unary<fn::negate>("negate", known::negate),
    unary<fn::reciprocal>("reciprocal", known::reciprocal),
    unary<fn::round>("round", library<std::nearbyint>),
    unary<fn::round_to_half>("round_to_half", known::round_to_half),
    unary<fn::selu>("selu", known::selu),
    unary<fn::shrink>("shrink", known::shrink),
    unary<fn::sigmoid>("sigmoid", known::sigmoid),
    unary<fn::sign>("sign", known::sign),
    unary<fn::sin>("sin", library<std::sin>),
    unary<fn::sinh>("sinh", library<std::sinh>),
    unary<fn::softplus>("softplus", known::softplus),
    unary<fn::softsign>("softsign", known::softsign),
    unary<fn::sqrt>("sqrt", library<std::sqrt>),
    unary<fn::swish>("swish", known::swish),
    unary<fn::tan>("tan", library<std::tan>),
    unary<fn::tanh>("tanh", library<std::tanh>),
    unary<fn::thresholded_relu>("thresholded_relu", known::thresholded_relu),
    recurrent<gate::tanh>("gate_tanh", library<std::tanh>),
    recurrent<gate::sigmoid>("gate_sigmoid", known::sigmoid),
    recurrent<gate::softplus>("gate_softplus", known::softplus),
    recurrent<gate::elu>("gate_elu", known::celu),
    {"sum_log", tigris::log, nullptr, library<std::log>},
    {"square_root", tigris::kernels::square_root, nullptr, library<std::sqrt>},
};

constexpr int not_of_floats = 4, not_of_unary = 6;
static_assert(std::size(all) == int(fn::thresholded_relu) + 1 - not_of_floats + not_of_unary,
              "a function of ops::unary_function is missing");

}  // namespace

std::span<const subject> subjects() { return all; }

}  // namespace functions
