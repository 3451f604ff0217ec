// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of two or more tensors, element by element, with broadcasting.

#include <reference/call.hpp>
#include <reference/functions.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// Before opset 7 the second shape only broadcast where `broadcast` said so, from `axis` on.
tensor aligned(const call& c, const tensor& a, tensor b) {
    if (c.opset >= 7 || !c.attribute("axis")) return b;
    shape dims = b.dims;
    dims.resize(a.rank() - axis_of(c.integer("axis", 0), a.rank()), 1);
    return reshaped(std::move(b), dims);
}

/// `function` takes doubles for floats, std::uint64_t for uint64 and std::int64_t otherwise.
template <class Function>
tensor zip(const tensor& left, const tensor& right, element_type type, Function function) {
    const shape dims = broadcast(left.dims, right.dims);
    const tensor a = broadcast_to(left, dims);
    const tensor b = broadcast_to(right, dims);
    tensor result(type, dims);
    for (std::int64_t i = 0; i < result.size(); ++i) {
        if (a.is_real())
            result.set(i, double(function(a.number(i), b.number(i))));
        else if (a.type == element_type::uint64)
            result.set(i, std::int64_t(
                              function(std::uint64_t(a.integer(i)), std::uint64_t(b.integer(i)))));
        else
            result.set(i, std::int64_t(function(a.integer(i), b.integer(i))));
    }
    return result;
}

template <class Function>
kernel arithmetic(Function function) {
    return [=](const call& c) -> tensors {
        return {zip(c[0], aligned(c, c[0], c[1]), c[0].type, function)};
    };
}

template <class Function>
kernel comparison(Function function) {
    return [=](const call& c) -> tensors {
        return {zip(c[0], aligned(c, c[0], c[1]), element_type::boolean, function)};
    };
}

template <class Function>
tensor fold(const call& c, Function function) {
    tensor result = c[0];
    for (std::size_t i = 1; i < c.inputs.size(); ++i)
        result = zip(result, c[i], result.type, function);
    return result;
}

template <class Function>
kernel variadic(Function function) {
    return [=](const call& c) -> tensors { return {fold(c, function)}; };
}

/// Sums of integers wrap around, as everything in ONNX's types does.
struct plus {
    template <class T>
    T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>)
            return T(std::uint64_t(a) + std::uint64_t(b));
        else
            return a + b;
    }
};

struct minus {
    template <class T>
    T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>)
            return T(std::uint64_t(a) - std::uint64_t(b));
        else
            return a - b;
    }
};

struct times {
    template <class T>
    T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>)
            return T(std::uint64_t(a) * std::uint64_t(b));
        else
            return a * b;
    }
};

/// Of integers toward zero.
struct quotient {
    template <class T>
    T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>) {
            if (b == 0) throw std::domain_error("an integer divided by 0");
            return b == T(-1) ? T(-std::uint64_t(a)) : T(a / b);
        } else {
            return a / b;
        }
    }
};

/// The remainder has the sign of the divisor, as in Python.
struct python_remainder {
    template <class T>
    T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>) {
            if (b == 0) throw std::domain_error("an integer divided by 0");
            if (b == T(-1)) return 0;
            const T rest = a % b;
            return rest != 0 && (rest < 0) != (b < 0) ? T(rest + b) : rest;
        } else {
            const T rest = std::fmod(a, b);
            return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
        }
    }
};

/// The remainder has the sign of the dividend, as in C.
struct c_remainder {
    template <class T>
    T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>) {
            if (b == 0) throw std::domain_error("an integer divided by 0");
            return b == T(-1) ? T(0) : T(a % b);
        } else {
            return std::fmod(a, b);
        }
    }
};

template <class T>
bool is_nan(T x) {
    return x != x;
}

struct larger {
    template <class T>
    T operator()(T a, T b) const {
        return is_nan(a) || a > b ? a : b;
    }
};

struct smaller {
    template <class T>
    T operator()(T a, T b) const {
        return is_nan(a) || a < b ? a : b;
    }
};

tensors mean(const call& c) {
    tensor sum = fold(c, plus{});
    for (double& x : sum.reals) x /= double(c.inputs.size());
    return {sum};
}

tensors mod(const call& c) {
    if (c.integer("fmod", 0) != 0) return {zip(c[0], c[1], c[0].type, c_remainder{})};
    return {zip(c[0], c[1], c[0].type, python_remainder{})};
}

/// Of integers with an exponent that is an integer >= 0, exact.
std::int64_t integer_power(std::int64_t base, double exponent) {
    std::uint64_t result = 1;
    for (double i = 0; i < exponent; ++i) result *= std::uint64_t(base);
    return std::int64_t(result);
}

/// The result has the base's type; the exponent may have another one.
tensors power(const call& c) {
    const tensor right = aligned(c, c[0], c[1]);
    const shape dims = broadcast(c[0].dims, right.dims);
    const tensor base = broadcast_to(c[0], dims);
    const tensor exponent = broadcast_to(right, dims);
    tensor result(base.type, dims);
    for (std::int64_t i = 0; i < result.size(); ++i) {
        const double e = exponent.number(i);
        if (!base.is_real() && e >= 0 && e == std::floor(e))
            result.set(i, integer_power(base.integer(i), e));
        else
            result.set(i, std::pow(base.number(i), e));
    }
    return {result};
}

/// The slope broadcasts to the first input. Opset 6 has one for each channel, or one.
tensors prelu(const call& c) {
    tensor slope = c[1];
    if (c.opset < 7 && slope.rank() == 1 && slope.size() > 1 && c[0].rank() > 1) {
        shape dims{slope.size()};
        dims.resize(c[0].rank() - 1, 1);
        slope = reshaped(slope, dims);
    }
    return {zip(c[0], slope, c[0].type, [](auto x, auto s) { return x < 0 ? times{}(x, s) : x; })};
}

tensors bit_shift(const call& c) {
    const bool left = c.text("direction", "") == "LEFT";
    const int bits = bits_of(c[0].type);
    return {zip(c[0], c[1], c[0].type, [=](auto a, auto b) {
        if constexpr (std::is_integral_v<decltype(a)>) {
            const auto x = std::uint64_t(a);
            const auto n = std::uint64_t(b);
            return n >= std::uint64_t(bits) ? 0 : left ? x << n : x >> n;
        } else {
            return a;
        }
    })};
}

template <class Function>
kernel bitwise(Function function) {
    return arithmetic([=](auto a, auto b) {
        if constexpr (std::is_integral_v<decltype(a)>)
            return decltype(a)(function(a, b));
        else
            return a;
    });
}

tensors where(const call& c) {
    const shape dims = broadcast(c[0].dims, broadcast(c[1].dims, c[2].dims));
    const tensor condition = broadcast_to(c[0], dims);
    const tensor chosen = broadcast_to(c[1], dims);
    tensor result = broadcast_to(c[2], dims);
    for (std::int64_t i = 0; i < result.size(); ++i) {
        if (condition.integer(i) == 0) continue;
        if (result.is_real())
            result.set(i, chosen.number(i));
        else
            result.set(i, chosen.integer(i));
    }
    return {result};
}

tensors swiglu(const call& c) {
    const double alpha = c.real("alpha", 1);
    return {zip(c[0], c[1], c[0].type, [=](auto gate, auto up) {
        return double(gate) * sigmoid(alpha * double(gate)) * double(up);
    })};
}

tensors bias_gelu(const call& c) {
    return {zip(c[0], c[1], c[0].type, [](auto x, auto b) { return gelu(double(x) + double(b)); })};
}

tensors fast_gelu(const call& c) {
    const tensor bias = c.has(1) ? c[1] : tensor(c[0].type, {1});
    return {zip(c[0], bias, c[0].type,
                [](auto x, auto b) { return gelu_by_tanh(double(x) + double(b)); })};
}

void add_logic(operator_map& all) {
    all["And"] = comparison([](auto a, auto b) { return a != 0 && b != 0; });
    all["Or"] = comparison([](auto a, auto b) { return a != 0 || b != 0; });
    all["Xor"] = comparison([](auto a, auto b) { return (a != 0) != (b != 0); });
    all["BitShift"] = bit_shift;
    all["BitwiseAnd"] = bitwise([](auto a, auto b) { return a & b; });
    all["BitwiseOr"] = bitwise([](auto a, auto b) { return a | b; });
    all["BitwiseXor"] = bitwise([](auto a, auto b) { return a ^ b; });
    all["Equal"] = comparison([](auto a, auto b) { return a == b; });
    all["Greater"] = comparison([](auto a, auto b) { return a > b; });
    all["GreaterOrEqual"] = comparison([](auto a, auto b) { return a >= b; });
    all["Less"] = comparison([](auto a, auto b) { return a < b; });
    all["LessOrEqual"] = comparison([](auto a, auto b) { return a <= b; });
    all["Where"] = where;
}

}  // namespace

void add_binary(operator_map& all) {
    add_logic(all);
    all["Add"] = arithmetic(plus{});
    all["Sub"] = arithmetic(minus{});
    all["Mul"] = arithmetic(times{});
    all["Div"] = arithmetic(quotient{});
    all["Mod"] = mod;
    all["Pow"] = power;
    all["PRelu"] = prelu;
    all["Max"] = variadic(larger{});
    all["Min"] = variadic(smaller{});
    all["Sum"] = variadic(plus{});
    all["Mean"] = mean;
    all["SwiGLU"] = swiglu;
    all["com.microsoft.BiasGelu"] = bias_gelu;
    all["com.microsoft.FastGelu"] = fast_gelu;
}

}  // namespace reference
