// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void check_scale_values(const shape_context& c) {
    if (!c.input(1).constant) return;
    for (const float scale : elements_of<float>(*c.input(1).constant))
        if (!std::isfinite(scale) || scale <= 0)
            fail_bad_input(c.at, fmt::format("{} holds {}, but scales must be positive and finite",
                                             c.label_of_input(1), scale));
}

/// One scale for all, or one for each position along `axis` (version 13 and later).
void check_scale_shape(const shape_context& c) {
    const extents &dims = c.input(0).dims, &scale = c.input(1).dims;
    if (scale.empty() || scale == extents{1}) return;
    if (scale.size() > 1 || integer_attribute(c.at, "block_size", 0) != 0)
        fail_unsupported(c.at, "scales for blocks are not supported",
                         "quantize per tensor or per channel");
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 1), dims.size());
    if (c.at.since < 13 || scale[0] != dims[axis])
        fail_bad_input(c.at, fmt::format("{} scales do not fit axis {} of shape {}", scale[0], axis,
                                         to_text(dims)));
}

void check_scale(const shape_context& c) {
    if (c.input(1).type != dtype::f32)
        fail_unsupported(c.at,
                         fmt::format("{} is {}", c.label_of_input(1), name_of(c.input(1).type)),
                         "use scales of type float");
    check_scale_values(c);
    check_scale_shape(c);
}

/// A zero point is there for each scale.
void check_zero_point(const shape_context& c) {
    const auto count = count_elements(c.input(2).dims);
    if (c.input(2).dims.size() > 1 || count != count_elements(c.input(1).dims))
        fail_bad_input(c.at,
                       fmt::format("{} has shape {}, but the scale has {}", c.label_of_input(2),
                                   to_text(c.input(2).dims), to_text(c.input(1).dims)));
}

/// The type that an attribute such as output_dtype names, where it is given and not 0.
std::optional<dtype> type_attribute(const shape_context& c, const char* name) {
    const std::int64_t number = integer_attribute(c.at, name, 0);
    if (number == 0) return std::nullopt;
    const bool in_range = number > 0 && number < 1000;
    const auto type = in_range ? value_type_of(static_cast<std::int32_t>(number)) : std::nullopt;
    if (!type)
        fail_unsupported(c.at, fmt::format("{} is {}, a type that is not supported", name, number),
                         "use float, or integers of 8 or 16 bits");
    return type;
}

void require_float_attribute(const shape_context& c, const char* name) {
    if (type_attribute(c, name).value_or(dtype::f32) != dtype::f32)
        fail_unsupported(c.at, fmt::format("{} is another type than float", name), "use float");
}

/// From the zero point or the attribute, which must agree; else uint8.
dtype code_type(const shape_context& c) {
    const auto named = type_attribute(c, "output_dtype");
    const auto of_zero_point =
        c.has_input(2) ? std::optional(c.input(2).type) : std::optional<dtype>{};
    if (named && of_zero_point && *named != *of_zero_point)
        fail_bad_input(c.at, fmt::format("output_dtype is {}, but the zero point is {}",
                                         name_of(*named), name_of(*of_zero_point)));
    return named.value_or(of_zero_point.value_or(dtype::u8));
}

void check_code_type(const shape_context& c, dtype type) {
    if (!tigris::is_quantizable(type))
        fail_unsupported(c.at, fmt::format("quantizing to {} is not supported", name_of(type)),
                         "quantize to int8, uint8 or int16");
}

/// What has a zero point or an attribute of 4 bits, and expand_quantize.cpp does not say.
void refuse_4_bits(const shape_context& c) {
    const auto named =
        file_type_of(static_cast<std::int32_t>(integer_attribute(c.at, "output_dtype", 0)));
    const auto type = named || !c.has_input(2) ? named : c.input(2).file_type;
    if (type && bits_of(*type) == 4)
        fail_unsupported(
            c.at, fmt::format("quantizing to {} in this form is not supported", name_of(*type)),
            "quantize float or int32 per tensor, per channel or in whole blocks");
}

/// Uint16 ones are constant: expand_quantize.cpp says the others by arithmetic. Int32 is what
/// biases are; ONNX wants their zero point to be 0.
void check_dequantized_type(const shape_context& c) {
    const dtype type = c.input(0).type;
    if (!tigris::is_quantizable(type) && type != dtype::u16 && type != dtype::i32)
        fail_unsupported(
            c.at,
            fmt::format("{} is {}, which is not supported", c.label_of_input(0), name_of(type)),
            "quantize to int8, uint8 or int16, and biases to int32");
    if (type != dtype::i32 || !c.has_input(2) || !c.input(2).constant) return;
    for (const std::byte b : c.input(2).constant->bytes)
        if (b != std::byte{0}) fail_bad_input(c.at, "the zero point of int32 values must be 0");
}

}  // namespace

void shape_quantize_linear(shape_context& c) {
    c.require_real(0);
    check_scale(c);
    if (c.has_input(2)) check_zero_point(c);
    require_float_attribute(c, "precision");
    check_code_type(c, code_type(c));
    refuse_4_bits(c);
    c.set_output(code_type(c), c.input(0).dims);
}

void shape_dequantize_linear(shape_context& c) {
    check_dequantized_type(c);
    check_scale(c);
    if (c.has_input(2)) c.require_same_type(0, 2);
    if (c.has_input(2) && c.input(0).file_type != c.input(2).file_type)
        fail_bad_input(c.at, "its codes and zero points differ in type");
    if (c.has_input(2)) check_zero_point(c);
    require_float_attribute(c, "output_dtype");
    c.set_output(dtype::f32, c.input(0).dims);
}

}  // namespace onnx2hpp
