// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of one tensor, element by element.

#include <reference/call.hpp>
#include <reference/functions.hpp>

#include <algorithm>
#include <limits>

namespace reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Function>
tensor map_reals(const tensor& x, Function function) {
    tensor result(x.type, x.dims);
    for (std::int64_t i = 0; i < x.size(); ++i) result.set(i, double(function(x.number(i))));
    return result;
}

template <class Function>
tensor map_integers(const tensor& x, Function function) {
    tensor result(x.type, x.dims);
    for (std::int64_t i = 0; i < x.size(); ++i) result.set(i, std::int64_t(function(x.integer(i))));
    return result;
}

/// One function for floats, and the same for integers, which stay exact.
template <class Function>
kernel function_of_any(Function function) {
    return [=](const call& c) -> tensors {
        return {c[0].is_real() ? map_reals(c[0], function) : map_integers(c[0], function)};
    };
}

template <class Function>
kernel real_function(Function function) {
    return [=](const call& c) -> tensors { return {map_reals(c[0], function)}; };
}

/// With attributes: function(call) gives the function of one number.
template <class Make>
kernel with_attributes(Make make) {
    return [=](const call& c) -> tensors { return {map_reals(c[0], make(c))}; };
}

template <class Test>
tensor test_reals(const tensor& x, Test test) {
    tensor result(element_type::boolean, x.dims);
    for (std::int64_t i = 0; i < x.size(); ++i) result.set(i, std::int64_t(test(x.number(i))));
    return result;
}

double hard_swish(double x) { return x * hard_sigmoid(x, 1.0 / 6, 0.5); }
double mish(double x) { return x * std::tanh(softplus(x)); }
double softsign(double x) { return x / (1 + std::fabs(x)); }

auto celu(const call& c) {
    const double alpha = c.real("alpha", 1);
    return
        [=](double x) { return std::max(0.0, x) + std::min(0.0, alpha * std::expm1(x / alpha)); };
}

auto elu(const call& c) {
    const double alpha = c.real("alpha", 1);
    return [=](double x) { return x < 0 ? alpha * std::expm1(x) : x; };
}

auto selu(const call& c) {
    const bool is_first = c.opset < 6;
    const double alpha = c.real("alpha", is_first ? 1.6732 : double(1.67326319217681884765625f));
    const double gamma = c.real("gamma", is_first ? 1.0507 : double(1.05070102214813232421875f));
    return [=](double x) { return gamma * (x > 0 ? x : alpha * std::expm1(x)); };
}

auto hard_sigmoid_of(const call& c) {
    const double alpha = c.real("alpha", double(0.2f));
    const double beta = c.real("beta", 0.5);
    return [=](double x) { return hard_sigmoid(x, alpha, beta); };
}

auto leaky_relu(const call& c) {
    const double alpha = c.real("alpha", double(0.01f));
    return [=](double x) { return x < 0 ? alpha * x : x; };
}

/// `otherwise` is alpha where the attribute is not given.
auto swish(double otherwise) {
    return [=](const call& c) {
        const double alpha = c.real("alpha", otherwise);
        return [=](double x) { return x * sigmoid(alpha * x); };
    };
}

auto thresholded_relu(const call& c) {
    const double alpha = c.real("alpha", 1);
    return [=](double x) { return thresholded(x, alpha); };
}

auto gelu_of(const call& c) {
    return c.text("approximate", "none") == "tanh" ? gelu_by_tanh : gelu;
}

tensors shrink(const call& c) {
    const double bias = c.real("bias", 0);
    const double lambd = c.real("lambd", 0.5);
    return {map_reals(c[0], [=](double x) {
        return x < -lambd ? x + bias : x > lambd ? x - bias : 0;
    })};
}

/// Bounds are attributes before opset 11, optional inputs since then.
tensors clip(const call& c) {
    tensor result = c[0];
    const bool has_inputs = c.opset >= 11;
    for (std::int64_t i = 0; i < result.size(); ++i) {
        if (!result.is_real()) {
            const auto is_less = [&](std::int64_t a, std::int64_t b) {
                return result.type == element_type::uint64 ? std::uint64_t(a) < std::uint64_t(b)
                                                           : a < b;
            };
            std::int64_t x = result.integer(i);
            if (c.has(1) && is_less(x, c[1].integer(0))) x = c[1].integer(0);
            if (c.has(2) && is_less(c[2].integer(0), x)) x = c[2].integer(0);
            result.set(i, x);
            continue;
        }
        const double low =
            has_inputs ? (c.has(1) ? c[1].number(0) : -infinity) : c.real("min", -infinity);
        const double high =
            has_inputs ? (c.has(2) ? c[2].number(0) : infinity) : c.real("max", infinity);
        const double x = result.number(i);
        result.set(i, std::isnan(x) ? x : std::min(std::max(x, low), high));
    }
    return {result};
}

tensors is_infinite(const call& c) {
    const bool negative = c.integer("detect_negative", 1) != 0;
    const bool positive = c.integer("detect_positive", 1) != 0;
    return {
        test_reals(c[0], [=](double x) { return std::isinf(x) && (x < 0 ? negative : positive); })};
}

tensors finds_nan(const call& c) {
    return {test_reals(c[0], [](double x) { return std::isnan(x); })};
}

tensors logical_not(const call& c) {
    return {map_integers(c[0], [](std::int64_t x) { return x == 0; })};
}

tensors bitwise_not(const call& c) {
    return {map_integers(c[0], [](std::int64_t x) { return ~x; })};
}

void add_trigonometry(operator_map& all) {
    const auto add = [&](const char* name, double (*function)(double)) {
        all[name] = real_function(function);
    };
    add("Acos", std::acos);
    add("Acosh", std::acosh);
    add("Asin", std::asin);
    add("Asinh", std::asinh);
    add("Atan", std::atan);
    add("Atanh", std::atanh);
    add("Cos", std::cos);
    add("Cosh", std::cosh);
    add("Sin", std::sin);
    add("Sinh", std::sinh);
    add("Tan", std::tan);
    add("Tanh", std::tanh);
}

void add_activations(operator_map& all) {
    all["Celu"] = with_attributes(celu);
    all["Elu"] = with_attributes(elu);
    all["Gelu"] = with_attributes(gelu_of);
    all["com.microsoft.Gelu"] = real_function(gelu);
    all["com.microsoft.QuickGelu"] = with_attributes(swish(double(1.702f)));
    all["HardSigmoid"] = with_attributes(hard_sigmoid_of);
    all["HardSwish"] = real_function(hard_swish);
    all["LeakyRelu"] = with_attributes(leaky_relu);
    all["Mish"] = real_function(mish);
    all["Selu"] = with_attributes(selu);
    all["Shrink"] = shrink;
    all["Sigmoid"] = real_function(sigmoid);
    all["Softplus"] = real_function(softplus);
    all["Softsign"] = real_function(softsign);
    all["Swish"] = with_attributes(swish(1));
    all["ThresholdedRelu"] = with_attributes(thresholded_relu);
}

}  // namespace

void add_unary(operator_map& all) {
    add_trigonometry(all);
    add_activations(all);
    all["Abs"] = function_of_any([](auto x) { return x < 0 ? -x : x; });
    all["BitwiseNot"] = bitwise_not;
    all["Ceil"] = real_function([](double x) { return std::ceil(x); });
    all["Clip"] = clip;
    all["Erf"] = real_function([](double x) { return std::erf(x); });
    all["Exp"] = real_function([](double x) { return std::exp(x); });
    all["Floor"] = real_function([](double x) { return std::floor(x); });
    all["IsInf"] = is_infinite;
    all["IsNaN"] = finds_nan;
    all["Log"] = real_function([](double x) { return std::log(x); });
    all["Neg"] = function_of_any([](auto x) { return -x; });
    all["Not"] = logical_not;
    all["Reciprocal"] = real_function([](double x) { return 1 / x; });
    all["Relu"] = function_of_any([](auto x) { return x < 0 ? 0 * x : x; });
    all["Round"] = real_function([](double x) { return std::nearbyint(x); });
    all["Sign"] = function_of_any([](auto x) { return decltype(x)((x > 0) - (x < 0)); });
    all["Sqrt"] = real_function([](double x) { return std::sqrt(x); });
}

}  // namespace reference
