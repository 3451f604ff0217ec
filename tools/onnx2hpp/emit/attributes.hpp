// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One emitter for the attributes of every operator: designated initializers, by reflection.

#include <onnx2hpp/emit/literal.hpp>
#include <tigris/reflection.hpp>

#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace onnx2hpp {

inline std::string spell(bool value) { return value ? "true" : "false"; }

inline std::string spell(tigris::ops::pool_function f) {
    constexpr const char* names[]{"max", "average", "mean"};
    return std::string("tigris::ops::pool_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::binary_function f) {
    constexpr const char* names[]{
        "add",        "multiply",    "subtract", "divide",      "modulo",           "remainder",
        "power",      "maximum",     "minimum",  "bitwise_and", "bitwise_or",       "bitwise_xor",
        "shift_left", "shift_right", "equal",    "greater",     "greater_or_equal", "prelu"};
    return std::string("tigris::ops::binary_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::unary_function f) {
    constexpr const char* names[]{"abs",
                                  "acos",
                                  "acosh",
                                  "asin",
                                  "asinh",
                                  "atan",
                                  "atanh",
                                  "bitwise_not",
                                  "ceil",
                                  "celu",
                                  "cos",
                                  "cosh",
                                  "elu",
                                  "erf",
                                  "exp",
                                  "floor",
                                  "gelu",
                                  "gelu_tanh",
                                  "hard_sigmoid",
                                  "hard_swish",
                                  "is_inf",
                                  "is_nan",
                                  "leaky_relu",
                                  "log",
                                  "logical_not",
                                  "mish",
                                  "negate",
                                  "reciprocal",
                                  "round",
                                  "round_to_half",
                                  "selu",
                                  "shrink",
                                  "sigmoid",
                                  "sign",
                                  "sin",
                                  "sinh",
                                  "softplus",
                                  "softsign",
                                  "sqrt",
                                  "swish",
                                  "tan",
                                  "tanh",
                                  "thresholded_relu"};
    return std::string("tigris::ops::unary_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::resize_function f) {
    using enum tigris::ops::resize_function;
    return std::string("tigris::ops::resize_function::") + (f == nearest ? "nearest" : "linear");
}

inline std::string spell(tigris::ops::resize_coordinates c) {
    constexpr const char* names[]{"half_pixel", "pytorch_half_pixel",   "align_corners",
                                  "asymmetric", "half_pixel_symmetric", "tf_half_pixel_for_nn"};
    return std::string("tigris::ops::resize_coordinates::") + names[int(c)];
}

inline std::string spell(tigris::ops::nearest_rounding r) {
    constexpr const char* names[]{"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
    return std::string("tigris::ops::nearest_rounding::") + names[int(r)];
}

inline std::string spell(tigris::ops::pad_mode m) {
    constexpr const char* names[]{"constant", "reflect", "edge", "wrap"};
    return std::string("tigris::ops::pad_mode::") + names[int(m)];
}

inline std::string spell(tigris::ops::indexing by) {
    using enum tigris::ops::indexing;
    return std::string("tigris::ops::indexing::") + (by == blocks ? "blocks" : "elements");
}

inline std::string spell(tigris::ops::scatter_reduction r) {
    constexpr const char* names[]{"none", "add", "multiply", "min", "max"};
    return std::string("tigris::ops::scatter_reduction::") + names[int(r)];
}

/// C++ has no literal for the lowest 64-bit integer.
inline std::string spell(std::int64_t value) {
    if (value != std::numeric_limits<std::int64_t>::min()) return std::to_string(value);
    return "-9223372036854775807 - 1";
}

inline std::string spell(tigris::ops::reduce_function f) {
    constexpr const char* names[]{"maximum", "minimum", "sum",     "mean",        "product",
                                  "l1",      "l2",      "log_sum", "log_sum_exp", "sum_square"};
    return std::string("tigris::ops::reduce_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::cumulate_function f) {
    using enum tigris::ops::cumulate_function;
    return std::string("tigris::ops::cumulate_function::") + (f == sum ? "sum" : "product");
}

inline std::string spell(tigris::ops::normalize_function f) {
    constexpr const char* names[]{"standard", "root_mean_square", "l1", "l2"};
    return std::string("tigris::ops::normalize_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::pool_nd_function f) {
    constexpr const char* names[]{"max", "average", "power_mean", "place"};
    return std::string("tigris::ops::pool_nd_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::sample_mode m) {
    constexpr const char* names[]{"linear", "nearest", "cubic"};
    return std::string("tigris::ops::sample_mode::") + names[int(m)];
}

inline std::string spell(tigris::ops::sample_padding p) {
    constexpr const char* names[]{"zeros", "border", "reflection"};
    return std::string("tigris::ops::sample_padding::") + names[int(p)];
}

inline std::string spell(tigris::ops::recurrent_function f) {
    constexpr const char* names[]{"rnn", "gru", "lstm"};
    return std::string("tigris::ops::recurrent_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::recurrent_direction d) {
    constexpr const char* names[]{"forward", "reverse", "bidirectional"};
    return std::string("tigris::ops::recurrent_direction::") + names[int(d)];
}

inline std::string spell(tigris::ops::gate_function f) {
    constexpr const char* names[]{
        "sigmoid",     "tanh",         "relu", "affine",   "leaky_relu", "thresholded_relu",
        "scaled_tanh", "hard_sigmoid", "elu",  "softsign", "softplus"};
    return std::string("tigris::ops::gate_function::") + names[int(f)];
}

inline std::string spell(tigris::ops::tree_aggregate a) {
    constexpr const char* names[]{"sum", "average", "minimum", "maximum"};
    return std::string("tigris::ops::tree_aggregate::") + names[int(a)];
}

inline std::string spell(tigris::ops::tree_votes v) {
    constexpr const char* names[]{"all", "one", "some"};
    return std::string("tigris::ops::tree_votes::") + names[int(v)];
}

template <class T>
std::string spell_struct(const T& value);

template <class T>
std::string spell_member(const T& value) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        return spell(std::int64_t{value});
    else if constexpr (std::is_class_v<T>)
        return spell_struct(value);
    else
        return spell(value);
}

template <class T, int N>
std::string spell_member(const tigris::sized_array<T, N>& values) {
    std::string out;
    for (const T& value : values) out += (out.empty() ? "" : ", ") + spell_member(value);
    return "{{" + out + "}}";
}

/// `{.member = value, ...}` without the members that have their default.
template <class T>
std::string spell_struct(const T& value) {
    namespace hana = boost::hana;
    static_assert(tigris::reflection::adapted_members<T> == tigris::reflection::count_members<T>(),
                  "a member of this struct is missing in tigris/reflection.hpp");
    std::string out;
    const T usual{};
    hana::for_each(hana::accessors<T>(), [&](auto accessor) {
        const auto& member = hana::second(accessor)(value);
        if (member == hana::second(accessor)(usual)) return;
        out += (out.empty() ? "." : ", .") +
               std::string(hana::to<const char*>(hana::first(accessor))) + " = " +
               spell_member(member);
    });
    return '{' + out + '}';
}

}  // namespace onnx2hpp
