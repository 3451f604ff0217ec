// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/quantization/codes.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Fails for scales that are not finite. Scales of weights may be negative or zero, because such
/// weights become floats.
void check_scale_values(const shape_context& c) {
    if (!c.input(1).constant) return;
    for (const float scale : elements_of<float>(*c.input(1).constant)) {
        if (!std::isfinite(scale))
            fail_bad_input(c.at, fmt::format("{} holds {}, but scales must be finite",
                                             c.label_of_input(1), scale));
        if (scale <= 0 && !c.input(0).constant)
            fail_unsupported(c.at,
                             fmt::format("{} holds {}; only scales of weights may be negative or 0",
                                         c.label_of_input(1), scale),
                             "quantize what is computed with positive scales");
    }
}

/// How many blocks there are, along an axis in blocks of which the last may be shorter.
extents blocks_of(extents dims, std::size_t axis, std::int64_t block) {
    dims[axis] = dims[axis] / block + (dims[axis] % block != 0);
    return dims;
}

void refuse_blocks(const shape_context& c) {
    const extents& dims = c.input(0).dims;
    const std::int64_t block = integer_attribute(c.at, "block_size", 0);
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 1), dims.size());
    if (block > 0 && c.input(1).dims != blocks_of(dims, axis, block))
        fail_bad_input(c.at,
                       fmt::format("{} has shape {}, but blocks of {} along axis {} of shape {} "
                                   "take scales of shape {}",
                                   c.label_of_input(1), to_text(c.input(1).dims), block, axis,
                                   to_text(dims), to_text(blocks_of(dims, axis, block))));
    if (block > 0 && dims[axis] % block != 0)
        fail_unsupported(c.at,
                         fmt::format("the {} elements along axis {} are not whole blocks of {}",
                                     dims[axis], axis, block),
                         fmt::format("use a block_size that divides {}, or codes that are constant",
                                     dims[axis]));
    fail_unsupported(c.at, "scales for blocks are not supported",
                     "quantize per tensor or per channel");
}

/// Checks that there is one scale for all, or one for each position along `axis` (version 13 and
/// later).
void check_scale_shape(const shape_context& c) {
    const extents &dims = c.input(0).dims, &scale = c.input(1).dims;
    if (scale.empty() || scale == extents{1}) return;
    if (scale.size() > 1 || integer_attribute(c.at, "block_size", 0) != 0) refuse_blocks(c);
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 1), dims.size());
    if (c.at.since < 13 || scale[0] != dims[axis])
        fail_bad_input(c.at, fmt::format("{} scales do not fit axis {} of shape {}", scale[0], axis,
                                         to_text(dims)));
}

}  // namespace

void check_scale(const shape_context& c) {
    if (c.input(1).type != dtype::f32)
        fail_unsupported(c.at,
                         fmt::format("{} is {}", c.label_of_input(1), name_of(c.input(1).type)),
                         "use scales of type float");
    check_scale_values(c);
    check_scale_shape(c);
}

void check_zero_point(const shape_context& c) {
    const auto count = count_elements(c.input(2).dims);
    if (c.input(2).dims.size() > 1 || count != count_elements(c.input(1).dims))
        fail_bad_input(c.at,
                       fmt::format("{} has shape {}, but the scale has {}", c.label_of_input(2),
                                   to_text(c.input(2).dims), to_text(c.input(1).dims)));
}

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

bool is_constant_or_absent(const expansion& e, value_id v) {
    return v == absent || e.is_constant(v);
}

bool has_blocks(const node& n) { return integer_attribute(n, "block_size", 0) != 0; }

bool is_foldable(const expansion& e, const quantized_value& q) {
    return e.is_constant(q.scale) && is_constant_or_absent(e, q.zero_point) && !has_blocks(e.at) &&
           (e.is_constant(q.codes) || element_count(e.dims(q.scale)) == 1);
}

namespace {

/// The axis of scales, counted from the front; nothing where there is no such axis.
std::optional<std::size_t> axis_of_scales(const expansion& e, std::size_t rank) {
    const std::size_t axis = axis_attribute(e.at, rank, 1);
    if (axis >= rank) return {};
    return axis;
}

bool has_fitting_zero_point(const expansion& e, const quantized_value& q) {
    return q.zero_point == absent ||
           element_count(e.dims(q.zero_point)) == element_count(e.dims(q.scale));
}

}  // namespace

bool has_scales_of_blocks(const expansion& e, const quantized_value& q) {
    const auto axis = axis_of_scales(e, e.dims(q.codes).size());
    const std::int64_t block = integer_attribute(e.at, "block_size", 0);
    return axis && block > 0 && e.dims(q.scale) == blocks_of(e.dims(q.codes), *axis, block) &&
           has_fitting_zero_point(e, q);
}

std::optional<view_of_blocks> view_for(const expansion& e, const quantized_value& q) {
    const extents x = e.dims(q.codes), scale = e.dims(q.scale);
    if (scale.size() <= 1 && element_count(scale) == 1) return view_of_blocks{x, {}};
    const auto axis = axis_of_scales(e, x.size());
    if (!axis) return {};
    if (!has_blocks(e.at)) {
        if (scale.size() != 1 || scale[0] != x[*axis]) return {};
        extents wide(x.size() - *axis, 1);
        wide[0] = x[*axis];
        return view_of_blocks{x, wide};
    }
    const std::int64_t block = integer_attribute(e.at, "block_size", 0);
    if (!has_scales_of_blocks(e, q) || x[*axis] % block != 0) return {};
    view_of_blocks view{scale, scale};
    const auto behind = static_cast<std::ptrdiff_t>(*axis) + 1;
    view.x.insert(view.x.begin() + behind, block);
    view.scale.insert(view.scale.begin() + behind, 1);
    return view;
}

quantized_value seen_as(expansion& e, const quantized_value& q, const view_of_blocks& view) {
    if (!has_fitting_zero_point(e, q)) return {};
    return {reshaped(e, q.codes, view.x), reshaped(e, q.scale, view.scale),
            reshaped(e, q.zero_point, view.scale)};
}

bool has_scales(const expansion& e, const quantized_value& q) {
    if (e.type(q.scale) != dtype::f32) return false;
    if (e.at.since < 13 && element_count(e.dims(q.scale)) != 1) return false;
    if (!e.is_constant(q.scale)) return true;
    const std::vector<double> numbers = numbers_of(*e.of(q.scale).constant);
    return std::all_of(numbers.begin(), numbers.end(), [&](double s) {
        return std::isfinite(s) && (s > 0 || e.is_constant(q.codes));
    });
}

bool has_negative_scale(const expansion& e, const quantized_value& q) {
    if (!e.is_constant(q.scale)) return false;
    const std::vector<double> numbers = numbers_of(*e.of(q.scale).constant);
    return std::any_of(numbers.begin(), numbers.end(), [](double s) { return s < 0; });
}

bool is_small_integer(dtype type) {
    return type == dtype::i8 || type == dtype::u8 || type == dtype::i16 || type == dtype::u16;
}

bool is_around_zero(const expansion& e, const quantized_value& q) {
    if (q.zero_point == absent) return true;
    const std::vector<std::byte>& bytes = e.of(q.zero_point).constant->bytes;
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

bool expand_microsoft_quantization(expansion& e) {
    e.give(0, e.add(e.at.op_type, e.at.inputs, e.at.attributes));
    return true;
}

}  // namespace onnx2hpp
