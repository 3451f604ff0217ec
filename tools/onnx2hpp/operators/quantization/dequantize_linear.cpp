// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
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

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Uint16 ones are constant: the expansion says the others by arithmetic. Int32 is what
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

/// The scales and zero points of constant codes in blocks along an axis.
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
           is_constant_or_absent(e, q.zero_point) && has_scales_of_blocks(e, q);
}

/// Where no pass folds it: codes that kernels do not read, scales at run time, for channels or for
/// blocks.
bool expand_dequantize_linear(expansion& e) {
    const quantized_value q = quantized_input(e, 0);
    const dtype type = e.type(q.codes);
    const bool is_known = is_small_integer(type) || type == dtype::i32;
    const bool has_types = is_known && has_scales(e, q) &&
                           (q.zero_point == absent || e.type(q.zero_point) == type) &&
                           integer_attribute(e.at, "output_dtype", 0) <= 1;
    const bool folds = is_foldable(e, q) && !has_negative_scale(e, q) &&
                       (e.is_constant(q.codes) || are_kernel_codes(type, is_around_zero(e, q)));
    if (!has_types || folds) return false;
    if (keeps_codes(e, q)) {
        e.give(0, e.dequantized(*e.of(q.codes).constant, blocks_of(e, q)));
        return true;
    }
    const auto view = view_for(e, q);
    const quantized_value seen = view ? seen_as(e, q, *view) : quantized_value{};
    if (seen.codes == absent) return false;
    e.give(0, reshaped(e, dequantize_by_arithmetic(e, seen), e.dims(q.codes)));
    return true;
}

}  // namespace

namespace operators {

operator_entries dequantize_linear_operators() {
    return {
        {.type = "DequantizeLinear",
         .versions = {{.since = {10}, .inputs = {2, 3}},
                      {.since = {13, 19}, .inputs = {2, 3}, .attributes = {integer("axis")}},
                      {.since = {21},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size")}},
                      {.since = {23, 24, 25},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size"),
                                      integer("output_dtype")}}},
         .shape = shape_dequantize_linear,
         .expand = expand_dequantize_linear,
         .lower = lower_convert,
         .traits = {.order = wanted_order::as_result, .recodes = true, .takes_4_bits = true}},
        {.type = "com.microsoft.DequantizeLinear",
         .versions = {{.since = {1},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size")}}},
         .expand = expand_microsoft_quantization,
         .traits = {.takes_4_bits = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
