// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/evaluate/rules.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// f of each element of an input of type T.
template <class T, class F>
shared_tensor each_of(const constant_node& n, F f) {
    const tensor_data& x = n.input(0);
    std::vector<std::invoke_result_t<F, T>> elements;
    elements.reserve(static_cast<std::size_t>(element_count(x.dims)));
    for (const T element : elements_of<T>(x)) elements.push_back(f(element));
    return tensor_of(n.output().type, x.dims, elements);
}

/// f of each element of an input.
template <class F>
shared_tensor each(const constant_node& n, F f) {
    shared_tensor result;
    with_element(n.input(0).type, [&]<class T>(T) { result = each_of<T>(n, f); });
    return result;
}

/// f of each pair of elements of two inputs of one type.
template <class F>
shared_tensor pairwise(const constant_node& n, const tensor_data& a, const tensor_data& b, F f) {
    if (a.type != b.type) return {};
    const element_places left = broadcast_places(a.dims, n.dims());
    const element_places right = broadcast_places(b.dims, n.dims());
    shared_tensor result;
    with_element(a.type, [&]<class T>(T) {
        const std::vector<T> x = elements_of<T>(a), y = elements_of<T>(b);
        std::vector<std::invoke_result_t<F, T, T>> elements;
        elements.reserve(left.size());
        for (std::size_t i = 0; i < left.size(); ++i)
            elements.push_back(
                f(x[static_cast<std::size_t>(left[i])], y[static_cast<std::size_t>(right[i])]));
        result = tensor_of(n.output().type, n.dims(), elements);
    });
    return result;
}

template <class F>
shared_tensor pairwise(const constant_node& n, F f) {
    return pairwise(n, n.input(0), n.input(1), f);
}

bool divides_by_zero(const tensor_data& divisor) {
    if (is_real(divisor.type)) return false;
    const std::vector<std::int64_t> numbers = integers_of(divisor);
    return std::find(numbers.begin(), numbers.end(), 0) != numbers.end();
}

/// f of the first two inputs, of that and the third, and so on.
template <class F>
shared_tensor folded(const constant_node& n, F f) {
    shared_tensor result =
        picked(n.input(0), n.dims(), broadcast_places(n.input(0).dims, n.dims()));
    for (std::size_t i = 1; result && i < n.at.inputs.size(); ++i)
        result = pairwise(n, *result, n.input(i), f);
    return result;
}

/// Truth values, as the bytes that booleans are.
template <class F>
shared_tensor truth(const constant_node& n, F f) {
    return pairwise(n, [f](auto a, auto b) { return std::uint8_t{f(a, b)}; });
}

/// f of the bits of integers.
template <class F>
shared_tensor bitwise(const constant_node& n, F f) {
    return pairwise(n, [f]<class T>(T a, T b) {
        return static_cast<T>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
    });
}

/// Of booleans; of others only where they are numbers.
template <class F>
shared_tensor each_real(const constant_node& n, F f) {
    if (n.input(0).type == dtype::f64) return each_of<double>(n, f);
    if (n.input(0).type != dtype::f32) return {};
    return each_of<float>(n, [f](float x) { return static_cast<float>(f(x)); });
}

/// f of integers changes nothing.
template <class F>
shared_tensor each_rounded(const constant_node& n, F f) {
    if (!is_real(n.input(0).type)) return std::make_shared<const tensor_data>(n.input(0));
    return each_real(n, f);
}

/// f of each pair of numbers, as elements of the first input's type.
template <class T, class F>
shared_tensor powers(const constant_node& n, const std::vector<T>& bases,
                     const std::vector<T>& exponents, F f) {
    const element_places left = broadcast_places(n.input(0).dims, n.dims());
    const element_places right = broadcast_places(n.input(1).dims, n.dims());
    std::vector<T> elements;
    elements.reserve(left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
        elements.push_back(f(bases[static_cast<std::size_t>(left[i])],
                             exponents[static_cast<std::size_t>(right[i])]));
    return make_tensor(n.input(0).type, n.dims(), elements);
}

/// Whether every real number of a tensor is within the range of integers of `type`.
bool fits(const tensor_data& t, dtype type) {
    bool result = true;
    with_element(type, [&]<class T>(T) {
        const double low = static_cast<double>(std::numeric_limits<T>::lowest());
        const double high = static_cast<double>(std::numeric_limits<T>::max());
        for (const double x : numbers_of(t))
            result = result && std::trunc(x) >= low && std::trunc(x) <= high &&
                     !(sizeof(T) == 8 && x >= high);
    });
    return result;
}

}  // namespace

shared_tensor evaluate_add(const constant_node& n) {
    return pairwise(n, [](auto a, auto b) { return added(a, b); });
}

shared_tensor evaluate_subtract(const constant_node& n) {
    return pairwise(n, [](auto a, auto b) { return subtracted(a, b); });
}

shared_tensor evaluate_multiply(const constant_node& n) {
    return pairwise(n, [](auto a, auto b) { return multiplied(a, b); });
}

shared_tensor evaluate_divide(const constant_node& n) {
    if (divides_by_zero(n.input(1))) return {};
    return pairwise(n, [](auto a, auto b) { return divided(a, b); });
}

shared_tensor evaluate_modulo(const constant_node& n) {
    if (divides_by_zero(n.input(1))) return {};
    if (integer_attribute(n.at, "fmod", 0) != 0)
        return pairwise(n, [](auto a, auto b) { return remainder_of(a, b); });
    return pairwise(n, [](auto a, auto b) { return modulo(a, b); });
}

/// The exponent may be of another type.
shared_tensor evaluate_power(const constant_node& n) {
    const tensor_data &base = n.input(0), &power = n.input(1);
    if (is_real(base.type))
        return powers(n, numbers_of(base), numbers_of(power),
                      [](double x, double y) { return std::pow(x, y); });
    if (is_real(power.type)) return {};
    return powers(n, integers_of(base), integers_of(power),
                  [](std::int64_t x, std::int64_t y) { return raised(x, y); });
}

shared_tensor evaluate_min(const constant_node& n) {
    return folded(n, [](auto a, auto b) { return smaller(a, b); });
}

shared_tensor evaluate_max(const constant_node& n) {
    return folded(n, [](auto a, auto b) { return larger(a, b); });
}

shared_tensor evaluate_sum(const constant_node& n) {
    return folded(n, [](auto a, auto b) { return added(a, b); });
}

/// Before version 11 bounds are attributes, which this is not for.
shared_tensor evaluate_clip(const constant_node& n) {
    if (n.at.since < 11) return {};
    auto result = std::make_shared<const tensor_data>(n.input(0));
    if (n.has_input(1))
        result = pairwise(n, *result, n.input(1), [](auto a, auto b) { return larger(a, b); });
    if (n.has_input(2))
        result = pairwise(n, *result, n.input(2), [](auto a, auto b) { return smaller(a, b); });
    return result;
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

shared_tensor evaluate_and(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a != 0 && b != 0; });
}

shared_tensor evaluate_or(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return a != 0 || b != 0; });
}

shared_tensor evaluate_xor(const constant_node& n) {
    return truth(n, [](auto a, auto b) { return (a != 0) != (b != 0); });
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

shared_tensor evaluate_not(const constant_node& n) {
    return each_of<std::uint8_t>(n, [](std::uint8_t x) { return std::uint8_t{x == 0}; });
}

shared_tensor evaluate_negate(const constant_node& n) {
    return each(n, [](auto x) {
        if constexpr (std::is_floating_point_v<decltype(x)>)
            return -x;
        else
            return subtracted(decltype(x){0}, x);
    });
}

shared_tensor evaluate_absolute(const constant_node& n) {
    return each(n, [](auto x) {
        if constexpr (std::is_floating_point_v<decltype(x)>)
            return std::fabs(x);
        else
            return x < 0 ? subtracted(decltype(x){0}, x) : x;
    });
}

shared_tensor evaluate_floor(const constant_node& n) {
    return each_rounded(n, [](auto x) { return std::floor(x); });
}

shared_tensor evaluate_ceiling(const constant_node& n) {
    return each_rounded(n, [](auto x) { return std::ceil(x); });
}

shared_tensor evaluate_round(const constant_node& n) {
    return each_rounded(n, [](auto x) { return std::nearbyint(x); });
}

shared_tensor evaluate_round_to_half(const constant_node& n) {
    if (n.input(0).type != dtype::f32) return {};
    return each_of<float>(n, [](float x) { return to_float(tigris::to_half(x)); });
}

shared_tensor evaluate_square_root(const constant_node& n) {
    return each_real(n, [](auto x) { return std::sqrt(x); });
}

shared_tensor evaluate_reciprocal(const constant_node& n) {
    return each_real(n, [](auto x) { return 1 / x; });
}

shared_tensor evaluate_exponential(const constant_node& n) {
    return each_real(n, [](double x) { return std::exp(x); });
}

shared_tensor evaluate_logarithm(const constant_node& n) {
    return each_real(n, [](double x) { return std::log(x); });
}

/// Real numbers are cut off toward zero; what no integer of the type can be is left to the kernel.
shared_tensor evaluate_cast(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const dtype type = n.output().type;
    if (!is_readable(type)) return {};
    if (type == dtype::boolean) {
        shared_tensor result;
        with_element(x.type, [&]<class T>(T) {
            std::vector<std::uint8_t> elements;
            for (const T element : elements_of<T>(x)) elements.push_back(element != T{0});
            result = tensor_of(type, x.dims, elements);
        });
        return result;
    }
    const bool may_exceed = x.type == dtype::u64 && is_real(type);  // int64
    if (!is_real(x.type) && !may_exceed) return make_tensor(type, x.dims, integers_of(x));
    if (!is_real(type) && !fits(x, type)) return {};
    return make_tensor(type, x.dims, numbers_of(x));
}

shared_tensor evaluate_where(const constant_node& n) {
    const tensor_data &chosen = n.input(0), &x = n.input(1), &y = n.input(2);
    if (x.type != y.type) return {};
    const element_places by = broadcast_places(chosen.dims, n.dims());
    const shared_tensor left = picked(x, n.dims(), broadcast_places(x.dims, n.dims()));
    const shared_tensor right = picked(y, n.dims(), broadcast_places(y.dims, n.dims()));
    const std::size_t width = static_cast<std::size_t>(bits_of(x.type)) / 8;
    tensor_data result = *right;
    for (std::size_t i = 0; i < by.size(); ++i)
        if (chosen.bytes[static_cast<std::size_t>(by[i])] != std::byte{0})
            std::memcpy(&result.bytes[i * width], &left->bytes[i * width], width);
    return std::make_shared<const tensor_data>(std::move(result));
}

}  // namespace onnx2hpp
