// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool is_constant_or_absent(const expansion& e, value_id v) {
    return v == absent || e.is_constant(v);
}

bool has_blocks(const node& n) { return integer_attribute(n, "block_size", 0) != 0; }

/// Constant scale and zero point, one for all or, of a constant, one for each index of an axis:
/// what the passes fold.
bool is_foldable(const expansion& e, const quantized_value& q) {
    return e.is_constant(q.scale) && is_constant_or_absent(e, q.zero_point) && !has_blocks(e.at) &&
           (e.is_constant(q.codes) || element_count(e.dims(q.scale)) == 1);
}

/// How x, scale and zero point are seen, so that they broadcast.
struct view_of_blocks {
    extents x;
    extents scale;
};

/// One scale for all, for each index of an axis, or for each block along it. Nothing where they do
/// not fit, or where the last block is shorter than the others.
std::optional<view_of_blocks> view_for(const expansion& e, const quantized_value& q) {
    const extents x = e.dims(q.codes), scale = e.dims(q.scale);
    const auto rank = static_cast<std::int64_t>(x.size());
    if (scale.size() <= 1 && element_count(scale) == 1) return view_of_blocks{x, {}};
    std::int64_t axis = integer_attribute(e.at, "axis", 1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return {};
    const auto place = static_cast<std::size_t>(axis);
    const std::int64_t extent = x[place];
    if (!has_blocks(e.at)) {
        if (scale.size() != 1 || scale[0] != extent) return {};
        extents wide(x.size() - place, 1);
        wide[0] = extent;
        return view_of_blocks{x, wide};
    }
    const std::int64_t block = integer_attribute(e.at, "block_size", 0);
    extents blocks = x;
    if (block <= 0 || extent % block != 0) return {};
    blocks[place] = extent / block;
    if (scale != blocks) return {};
    view_of_blocks view{blocks, blocks};
    view.x.insert(view.x.begin() + axis + 1, block);
    view.scale.insert(view.scale.begin() + axis + 1, 1);
    return view;
}

quantized_value seen_as(expansion& e, const quantized_value& q, const view_of_blocks& view) {
    const bool fits = q.zero_point == absent || e.dims(q.zero_point) == e.dims(q.scale) ||
                      element_count(e.dims(q.zero_point)) == element_count(e.dims(q.scale));
    if (!fits) return {};
    return {reshaped(e, q.codes, view.x), reshaped(e, q.scale, view.scale),
            reshaped(e, q.zero_point, view.scale)};
}

/// What ONNX asks of scales, as far as it is known here; the shape rule complains about others.
bool has_scales(const expansion& e, value_id scale) {
    if (e.type(scale) != dtype::f32) return false;
    if (e.at.since < 13 && element_count(e.dims(scale)) != 1) return false;
    if (!e.is_constant(scale)) return true;
    const std::vector<double> numbers = numbers_of(*e.of(scale).constant);
    return std::all_of(numbers.begin(), numbers.end(),
                       [](double s) { return s > 0 && std::isfinite(s); });
}

bool is_small_integer(dtype type) {
    return type == dtype::i8 || type == dtype::u8 || type == dtype::i16 || type == dtype::u16;
}

/// Whether all zero points are 0. Requires that they are constant.
bool is_around_zero(const expansion& e, const quantized_value& q) {
    if (q.zero_point == absent) return true;
    const std::vector<std::byte>& bytes = e.of(q.zero_point).constant->bytes;
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

/// The scales and zero points of constant codes in blocks along an axis. Requires that there is a
/// view of them.
affine blocks_of(const expansion& e, const quantized_value& q) {
    affine quant;
    quant.scale = elements_of<float>(*e.of(q.scale).constant);
    quant.zero_point.assign(quant.scale.size(), 0);
    if (q.zero_point != absent) {
        const std::vector<std::int64_t> codes = integers_of(*e.of(q.zero_point).constant);
        quant.zero_point.assign(codes.begin(), codes.end());
    }
    quant.axis = static_cast<int>(axis_attribute(e.at, e.dims(q.codes).size(), 1));
    quant.block = integer_attribute(e.at, "block_size", 0);
    return quant;
}

/// Whether all of it is constant and in blocks: layers may read the codes
/// (lower/coded_weights.hpp).
bool keeps_codes(const expansion& e, const quantized_value& q) {
    return has_blocks(e.at) && e.is_constant(q.codes) && e.is_constant(q.scale) &&
           is_constant_or_absent(e, q.zero_point) && e.dims(q.scale).size() > 1;
}

/// From the attribute or the zero point; else uint8.
dtype code_type(const expansion& e) {
    const auto named =
        element_type_of(static_cast<std::int32_t>(integer_attribute(e.at, "output_dtype", 0)));
    if (named) return *named;
    if (!e.has_input(2)) return dtype::u8;
    const value& zero_point = e.of(e.input(2));
    return zero_point.file_type.value_or(zero_point.type);
}

/// The real numbers that the lowest and the highest code of a type mean, for one constant scale;
/// nothing where floats do not reach them.
std::optional<std::pair<float, float>> range_of(const expansion& e, const quantized_value& q,
                                                dtype type) {
    if (element_count(e.dims(q.scale)) != 1) return {};
    const double scale = numbers_of(*e.of(q.scale).constant)[0];
    const double zero = q.zero_point == absent ? 0 : numbers_of(*e.of(q.zero_point).constant)[0];
    const auto low = static_cast<float>((lowest_of(type) - zero) * scale);
    const auto high = static_cast<float>((highest_of(type) - zero) * scale);
    if (!std::isfinite(low) || !std::isfinite(high)) return {};
    return std::pair(low, high);
}

/// Codes of 4 bits in 8 bits, which integer kernels know: numbers are clipped to what 4 bits mean.
bool quantize_in_8_bits(expansion& e, const quantized_value& q, dtype type) {
    const auto range = range_of(e, q, type);
    if (!range) return false;
    const value_id x = e.add("Clip", {q.codes, e.number(dtype::f32, double(range->first)),
                                      e.number(dtype::f32, double(range->second))});
    const dtype here = value_type_of(type);
    const value_id zero_point =
        q.zero_point == absent ? e.number(here, 0) : e.constant(e.of(q.zero_point).constant);
    e.give(0, e.add("QuantizeLinear", {x, reshaped(e, q.scale, {}), reshaped(e, zero_point, {})}));
    return true;
}

}  // namespace

/// Where no pass folds it: codes that kernels do not read, scales at run time, for channels or for
/// blocks.
bool expand_dequantize_linear(expansion& e) {
    const quantized_value q = quantized_input(e, 0);
    const dtype type = e.type(q.codes);
    const bool is_known = is_small_integer(type) || type == dtype::i32;
    const bool has_types = is_known && has_scales(e, q.scale) &&
                           (q.zero_point == absent || e.type(q.zero_point) == type) &&
                           integer_attribute(e.at, "output_dtype", 0) <= 1;
    const bool folds = is_foldable(e, q) &&
                       (e.is_constant(q.codes) || are_kernel_codes(type, is_around_zero(e, q)));
    const auto view = view_for(e, q);
    if (!has_types || folds || !view) return false;
    const quantized_value seen = seen_as(e, q, *view);
    if (seen.codes == absent) return false;
    if (keeps_codes(e, q))
        e.give(0, e.dequantized(*e.of(q.codes).constant, blocks_of(e, q)));
    else
        e.give(0, reshaped(e, dequantize_by_arithmetic(e, seen), e.dims(q.codes)));
    return true;
}

/// Where no pass folds it: to codes that kernels do not write, those of 4 bits among them, from
/// int32, and scales as above.
bool expand_quantize_linear(expansion& e) {
    const quantized_value q = quantized_input(e, 0);
    const dtype from = e.type(q.codes), to = code_type(e), here = value_type_of(to);
    const bool has_types = (from == dtype::f32 || from == dtype::i32) && has_scales(e, q.scale) &&
                           is_small_integer(here) &&
                           (q.zero_point == absent || e.type(q.zero_point) == here) &&
                           integer_attribute(e.at, "precision", 0) <= 1;
    const bool folds =
        is_foldable(e, q) && from == dtype::f32 && are_kernel_codes(here, is_around_zero(e, q));
    const auto view = view_for(e, q);
    if (!has_types || (folds && here == to) || !view) return false;
    if (folds && !e.is_constant(q.codes) && quantize_in_8_bits(e, q, to)) return true;
    const quantized_value seen = seen_as(e, q, *view);
    if (seen.codes == absent) return false;
    const value_id y = quantize_by_arithmetic(e, seen.codes, seen.scale, seen.zero_point, to);
    e.give(0, reshaped(e, y, e.dims(q.codes)));
    return true;
}

/// com.microsoft's Quantize- and DequantizeLinear are ONNX's, of more types.
bool expand_microsoft_quantization(expansion& e) {
    e.give(0, e.add(e.at.op_type, e.at.inputs, e.at.attributes));
    return true;
}

/// uint8 codes over the range of x and 0. Where all is 0, so that there is no range, the scale
/// is 1.
bool expand_dynamic_quantize_linear(expansion& e) {
    const value_id x = e.input(0), zero = e.number(dtype::f32, 0);
    const attribute_map flat{{"keepdims", std::int64_t{0}}};
    const value_id high = e.add("Max", {e.add("ReduceMax", {x}, flat), zero});
    const value_id low = e.add("Min", {e.add("ReduceMin", {x}, flat), zero});
    const value_id range = e.add("Div", {e.add("Sub", {high, low}), e.number(dtype::f32, 255)});
    const value_id scale =
        e.add("Where", {e.add("Equal", {range, zero}), e.number(dtype::f32, 1), range});
    const value_id zero_point =
        quantize_by_arithmetic(e, e.add("Sub", {zero, low}), scale, absent, dtype::u8);
    e.give(0, quantize_by_arithmetic(e, x, scale, zero_point, dtype::u8));
    e.give(1, scale);
    e.give(2, zero_point);
    return true;
}

}  // namespace onnx2hpp
