// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/element_types.hpp>

#include <bit>
#include <cmath>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// IEEE 754's binary16: 5 bits of exponent, 10 of fraction.
float from_half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float sign = bits >> 15 != 0 ? -1.0f : 1.0f;
    if (exponent == 31)
        return sign * (fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                                     : std::numeric_limits<float>::infinity());
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
    return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

/// The upper half of a float.
float from_bfloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

shared_tensor as_floats(const tensor_data& t) {
    std::vector<float> numbers;
    for (const std::uint16_t bits : elements_of<std::uint16_t>(t))
        numbers.push_back(t.type == dtype::f16 ? from_half(bits) : from_bfloat(bits));
    return tensor_of(dtype::f32, t.dims, numbers);
}

}  // namespace

/// Weights that are stored in 16 bits and computed with in 32: every number of float16 and bfloat16
/// is one of float32.
bool expand_cast(expansion& e) {
    const value_id x = e.input(0);
    const dtype type = e.type(x);
    const auto to = element_type_of(static_cast<std::int32_t>(integer_attribute(e.at, "to", 0)));
    const bool is_narrow = type == dtype::f16 || type == dtype::bf16;
    if (!is_narrow || !e.is_constant(x) || !to || !is_readable(*to)) return false;
    const value_id floats = e.constant(as_floats(*e.of(x).constant));
    note(label_of(e.at) + ": its constant of " + name_of(type) +
         " becomes float, of twice the size");
    e.give(0, *to == dtype::f32 ? floats : e.add("Cast", {floats}, e.at.attributes));
    return true;
}

}  // namespace onnx2hpp
