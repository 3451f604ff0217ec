// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Before version 7 shapes broadcast only on request, and only where the second one ends the first.
void check_old_broadcast(const shape_context& c, const extents& a, const extents& b) {
    if (a == b) return;
    const bool asked = integer_attribute(c.at, "broadcast", 0) != 0 && b.size() <= a.size();
    const auto suffix = static_cast<std::int64_t>(a.size()) - static_cast<std::int64_t>(b.size());
    if (!asked)
        fail_bad_input(c.at, fmt::format("shapes {} and {} differ, and broadcast is not asked for",
                                         to_text(a), to_text(b)));
    if (integer_attribute(c.at, "axis", suffix) != suffix)
        fail_unsupported(c.at, "broadcasting along an axis is not supported",
                         "export the model with opset 7 or later");
}

void require_type(const shape_context& c, std::size_t i, bool is_right, const char* wanted) {
    if (!is_right)
        fail_unsupported(c.at,
                         fmt::format("{} is {}, which is not supported here", c.label_of_input(i),
                                     name_of(c.input(i).type)),
                         wanted);
}

bool is_integer(dtype type) {
    return !is_real(type) && type != dtype::boolean && is_readable(type);
}

/// Input i holds float, or integers.
void require_number(const shape_context& c, std::size_t i) {
    const dtype type = c.input(i).type;
    require_type(c, i, is_real(type) || is_integer(type), "use float or integers");
}

void require_integer(const shape_context& c, std::size_t i) {
    require_type(c, i, is_integer(c.input(i).type), "use integers");
}

void require_unsigned(const shape_context& c, std::size_t i) {
    const dtype type = c.input(i).type;
    const bool is_right =
        type == dtype::u8 || type == dtype::u16 || type == dtype::u32 || type == dtype::u64;
    require_type(c, i, is_right, "use unsigned integers");
}

void require_boolean(const shape_context& c, std::size_t i) {
    require_type(c, i, c.input(i).type == dtype::boolean, "use bool");
}

extents common_shape(const shape_context& c, const extents& a, const extents& b) {
    const auto common = broadcast(a, b);
    if (!common)
        fail_bad_input(c.at,
                       fmt::format("shapes {} and {} do not broadcast", to_text(a), to_text(b)));
    return *common;
}

/// Of two inputs, under the rules of the version in force.
void set_common_shape(shape_context& c, dtype type) {
    const extents &a = c.input(0).dims, &b = c.input(1).dims;
    if (c.at.since < 7) check_old_broadcast(c, a, b);
    c.set_output(type, common_shape(c, a, b));
}

/// The type that attribute `to` names.
dtype target_type(const shape_context& c) {
    const std::int64_t number = integer_attribute(c.at, "to", 0);
    const bool in_range = number > 0 && number < 1000;
    const auto type = in_range ? value_type_of(static_cast<std::int32_t>(number)) : std::nullopt;
    if (!type)
        fail_unsupported(
            c.at,
            fmt::format("it makes elements of type {}",
                        name_of_data_type(in_range ? static_cast<std::int32_t>(number) : -1)),
            "use float, bool or integers of 4 to 64 bits");
    return *type;
}

/// One number for each channel, in input i.
void check_channel_vector(const shape_context& c, std::size_t i, std::int64_t channels) {
    if (c.input(i).dims != extents{channels})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but there are {} channels",
                                         c.label_of_input(i), to_text(c.input(i).dims), channels));
    c.require_real(i);
}

void check_bound(const shape_context& c, std::size_t i) {
    if (!c.has_input(i)) return;
    c.require_same_type(0, i);
    if (!c.input(i).dims.empty() && c.input(i).dims != extents{1})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must be a scalar",
                                         c.label_of_input(i), to_text(c.input(i).dims)));
}

}  // namespace

void shape_binary(shape_context& c) {
    c.require_same_type(0, 1);
    require_number(c, 0);
    set_common_shape(c, c.input(0).type);
}

void shape_mod(shape_context& c) {
    if (is_real(c.input(0).type) && integer_attribute(c.at, "fmod", 0) == 0)
        fail_bad_input(c.at, "numbers of type float need fmod = 1");
    shape_binary(c);
}

/// The unidirectional broadcasting that ONNX asks for.
void shape_prelu(shape_context& c) {
    shape_binary(c);
    const extents &x = c.input(0).dims, &slope = c.input(1).dims;
    if (common_shape(c, x, slope) != x)
        fail_bad_input(c.at, fmt::format("slopes of shape {} do not broadcast to shape {}",
                                         to_text(slope), to_text(x)));
}

/// The exponent may have a type of its own.
void shape_power(shape_context& c) {
    require_number(c, 0);
    require_number(c, 1);
    set_common_shape(c, c.input(0).type);
}

void shape_bitwise(shape_context& c) {
    c.require_same_type(0, 1);
    require_integer(c, 0);
    set_common_shape(c, c.input(0).type);
}

void shape_bit_shift(shape_context& c) {
    const std::string direction = text_attribute(c.at, "direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        fail_bad_input(
            c.at, fmt::format("direction is {}, but must be LEFT or RIGHT", in_quotes(direction)));
    c.require_same_type(0, 1);
    require_unsigned(c, 0);
    set_common_shape(c, c.input(0).type);
}

void shape_logical(shape_context& c) {
    require_boolean(c, 0);
    require_boolean(c, 1);
    set_common_shape(c, dtype::boolean);
}

void shape_compare(shape_context& c) {
    c.require_same_type(0, 1);
    if (c.at.op_type != "Equal" || c.input(0).type != dtype::boolean) require_number(c, 0);
    set_common_shape(c, dtype::boolean);
}

void shape_where(shape_context& c) {
    require_boolean(c, 0);
    c.require_same_type(1, 2);
    const extents both = common_shape(c, c.input(1).dims, c.input(2).dims);
    c.set_output(c.input(1).type, common_shape(c, c.input(0).dims, both));
}

void shape_cast(shape_context& c) {
    require_type(c, 0, is_readable(c.input(0).type), "use float, bool or integers");
    c.set_output(target_type(c), c.input(0).dims);
}

/// Other bytes than 0 and 1 are no bool here.
void shape_bit_cast(shape_context& c) {
    const dtype from = c.input(0).type, to = target_type(c);
    if (bits_of(from) != bits_of(to))
        fail_bad_input(c.at, fmt::format("{} and {} differ in width", name_of(from), name_of(to)));
    if (to == dtype::boolean && from != dtype::boolean)
        fail_unsupported(c.at, "its bits need not be those of a bool", "compare with 0 instead");
    c.set_output(to, c.input(0).dims);
}

void shape_relu(shape_context& c) { c.set_output(c.input(0).type, c.input(0).dims); }

void shape_unary(shape_context& c) {
    c.require_real(0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_unary_number(shape_context& c) {
    require_number(c, 0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_not(shape_context& c) {
    require_boolean(c, 0);
    c.set_output(dtype::boolean, c.input(0).dims);
}

void shape_bitwise_not(shape_context& c) {
    require_integer(c, 0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_is_special(shape_context& c) {
    c.require_real(0);
    c.set_output(dtype::boolean, c.input(0).dims);
}

void shape_clip(shape_context& c) {
    check_bound(c, 1);
    check_bound(c, 2);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_softmax(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    c.axis_from(integer_attribute(c.at, "axis", c.at.since < 13 ? 1 : -1), dims.size());
    c.set_output(c.input(0).type, dims);
}

void shape_batch_normalization(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    if (dims.size() < 2)
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must have batch and channels",
                                         to_text(dims)));
    for (std::size_t i = 1; i < 5; ++i) check_channel_vector(c, i, dims[1]);
    c.set_output(c.input(0).type, dims);
}

}  // namespace onnx2hpp
