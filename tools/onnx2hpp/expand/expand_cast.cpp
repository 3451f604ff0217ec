// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/element_types.hpp>

#include <bit>

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

/// Integers of 8 bits and bools are halves.
bool has_only_halves(dtype type) { return tigris::bits_of(type) <= 8; }

/// The numbers of x, rounded to those of float16.
value_id as_halves(expansion& e, value_id x) {
    const dtype type = e.type(x);
    const value_id floats = type == dtype::f32 ? x : e.add("Cast", {x}, to_float);
    return has_only_halves(type) ? floats : e.add("RoundToHalf", {floats});
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

/// What is said to become float16 is rounded to it, and stays float. Weights that are stored as
/// bfloat16 become floats.
bool expand_cast(expansion& e) {
    const value_id x = e.input(0);
    if (e.of(x).is_text()) return expand_cast_of_text(e);
    const dtype type = e.type(x);
    const auto to = element_type_of(static_cast<std::int32_t>(integer_attribute(e.at, "to", 0)));
    if (to == dtype::f16 && is_readable(type)) {
        e.give(0, as_halves(e, x));
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
