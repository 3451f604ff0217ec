// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>

#include <bit>
#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

const attribute_map to_float{{"to", std::int64_t{1}}};

/// A bfloat16 is the upper half of a float.
shared_tensor as_floats(const tensor_data& t) {
    std::vector<float> numbers;
    for (const std::uint16_t bits : elements_of<std::uint16_t>(t))
        numbers.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    return tensor_of(dtype::f32, t.dims, numbers);
}

/// Doubles as floats from which halves are rounded as from the doubles: what is no float gets an
/// odd last bit. Source: Boldo, Melquiond, "When double rounding is odd" (2005).
shared_tensor rounded_to_odd(const tensor_data& t) {
    std::vector<float> numbers;
    for (const double x : elements_of<double>(t)) {
        auto y = static_cast<float>(x);
        if (std::fabs(static_cast<double>(y)) > std::fabs(x)) y = std::nextafterf(y, 0);
        if (x == x && static_cast<double>(y) != x)
            y = std::bit_cast<float>(std::bit_cast<std::uint32_t>(y) | 1);
        numbers.push_back(y);
    }
    return tensor_of(dtype::f32, t.dims, numbers);
}

/// Integers of 8 bits and bools are halves.
bool has_only_halves(dtype type) { return tigris::bits_of(type) <= 8; }

/// The numbers of x, rounded to those of float16.
value_id as_halves(expansion& e, value_id x) {
    const dtype type = e.type(x);
    if (type == dtype::f64 && e.is_constant(x))
        return e.add("RoundToHalf", {e.constant(rounded_to_odd(*e.of(x).constant))});
    const value_id floats = type == dtype::f32 ? x : e.add("Cast", {x}, to_float);
    return has_only_halves(type) ? floats : e.add("RoundToHalf", {floats});
}

/// Doubles that are computed are floats that hold them (load/file_types.hpp).
value_id as_doubles(expansion& e, value_id x) {
    if (e.type(x) == dtype::f32) return x;
    if (bits_of(e.type(x)) > 16)
        fail_unsupported(e.at, "it makes numbers of type double that floats do not hold",
                         "export the model with float");
    return e.add("Cast", {x}, to_float);
}

/// The low 4 bits of integers; floats are rounded before, ties to even. Source: ONNX,
/// docs/technical/int4.md.
value_id as_4_bits(expansion& e, value_id x, dtype to) {
    const dtype here = value_type_of(to), from = e.type(x);
    if (e.of(x).file_type == to || from == dtype::boolean) return cast(e, x, here);
    if (is_real(from)) x = cast(e, e.add("Round", {x}), dtype::i32);
    const value_id bits = e.add("BitwiseAnd", {cast(e, x, here), e.number(here, 15)});
    if (to == dtype::u4) return bits;
    const value_id sign = e.number(here, 8);
    return e.add("Sub", {e.add("BitwiseXor", {bits, sign}), sign});
}

/// Strings stay what they are.
bool expand_cast_of_text(expansion& e) {
    constexpr std::int64_t to_string = 8;
    if (integer_attribute(e.at, "to", 0) != to_string)
        fail_unsupported(e.at, "its input is of strings, whose numbers would be guessed",
                         "export the classifier with integer labels");
    e.give(0, e.input(0));
    return true;
}

}  // namespace

/// What is said to become float16 is rounded to it, and stays float; what becomes int4 or uint4 is
/// one of its numbers, in 8 bits. Weights that are stored as bfloat16 become floats.
bool expand_cast(expansion& e) {
    const value_id x = e.input(0);
    if (e.of(x).is_text()) return expand_cast_of_text(e);
    const dtype type = e.type(x);
    const auto to = element_type_of(static_cast<std::int32_t>(integer_attribute(e.at, "to", 0)));
    if (to == dtype::f16 && is_readable(type)) {
        e.give(0, as_halves(e, x));
        return true;
    }
    if (to && tigris::bits_of(*to) == 4 && is_readable(type)) {
        e.give(0, as_4_bits(e, x, *to));
        return true;
    }
    if (to == dtype::f64 && is_readable(type) && !e.is_constant(x)) {
        e.give(0, as_doubles(e, x));
        return true;
    }
    if (type != dtype::bf16 || !e.is_constant(x) || !to || !is_readable(*to)) return false;
    const value_id floats = e.constant(as_floats(*e.of(x).constant));
    note(label_of(e.at) + ": its constant of " + name_of(type) +
         " becomes float, of twice the size");
    e.give(0, *to == dtype::f32 ? floats : e.add("Cast", {floats}, e.at.attributes));
    return true;
}

}  // namespace onnx2hpp
