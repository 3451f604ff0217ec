// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/convert.hpp>
#include <onnx2hpp/operators/indexing/indices.hpp>
#include <onnx2hpp/operators/quantization/codes.hpp>
#include <onnx2hpp/qdq.hpp>

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The type of codes: that of the zero point or the attribute, which must agree; else uint8.
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

/// What has a zero point or an attribute of 4 bits, and the expansion does not say.
void refuse_4_bits(const shape_context& c) {
    const auto named =
        file_type_of(static_cast<std::int32_t>(integer_attribute(c.at, "output_dtype", 0)));
    const auto type = named || !c.has_input(2) ? named : c.input(2).file_type;
    if (type && bits_of(*type) == 4)
        fail_unsupported(
            c.at, fmt::format("quantizing to {} in this form is not supported", name_of(*type)),
            "quantize float or int32 per tensor, per channel or in whole blocks");
}

void shape_quantize_linear(shape_context& c) {
    c.require_real(0);
    check_scale(c);
    if (c.has_input(2)) check_zero_point(c);
    require_float_attribute(c, "precision");
    check_code_type(c, code_type(c));
    refuse_4_bits(c);
    c.set_output(code_type(c), c.input(0).dims);
}

/// The type of codes: that of the attribute or the zero point; else uint8.
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

/// Where no pass folds it: to codes that kernels do not write, those of 4 bits among them, from
/// int32, and scales as above.
bool expand_quantize_linear(expansion& e) {
    const quantized_value q = quantized_input(e, 0);
    const dtype from = e.type(q.codes), to = code_type(e), here = value_type_of(to);
    const bool has_types = (from == dtype::f32 || from == dtype::i32) && has_scales(e, q) &&
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

shared_tensor evaluate_quantize(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const tigris::dtype type = n.output().type;
    if (x.type != tigris::dtype::f32 || !is_quantizable(type)) return {};
    const affine quant = parameters_of(n.source(), n.at);
    const std::vector<float> numbers = elements_of<float>(x);
    std::vector<std::int64_t> codes;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t channel = channel_of(quant, x.dims, i);
        const tigris::quantization q{quant.scale[channel], quant.zero_point[channel]};
        codes.push_back(tigris::ops::quantize(numbers[i], q, type));
    }
    return make_tensor(type, x.dims, codes);
}

}  // namespace

namespace operators {

operator_entries quantize_linear_operators() {
    return {
        {.type = "QuantizeLinear",
         .versions =
             {{.since = {10}, .inputs = {2, 3}},
              {.since = {13}, .inputs = {2, 3}, .attributes = {integer("axis")}},
              {.since = {19}, .inputs = {2, 3}, .attributes = {integer("axis"), flag("saturate")}},
              {.since = {21},
               .inputs = {2, 3},
               .attributes = {integer("axis"), integer("block_size"), integer("output_dtype"),
                              flag("saturate")}},
              {.since = {23, 24, 25},
               .inputs = {2, 3},
               .attributes = {integer("axis"), integer("block_size"), integer("output_dtype"),
                              integer("precision"), flag("saturate")}}},
         .shape = shape_quantize_linear,
         .expand = expand_quantize_linear,
         .evaluate = evaluate_quantize,
         .lower = lower_convert,
         .traits = {.order = wanted_order::as_result, .recodes = true, .takes_4_bits = true}},
        {.type = "com.microsoft.QuantizeLinear",
         .versions = {{.since = {1},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size"), flag("saturate")}}},
         .expand = expand_microsoft_quantization,
         .traits = {.takes_4_bits = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
