// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What QuantizeLinear and DequantizeLinear have in common.

#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <optional>

namespace onnx2hpp {

void check_scale(const shape_context& c);

/// A zero point is there for each scale.
void check_zero_point(const shape_context& c);

/// The type that an attribute such as output_dtype names, where it is given and not 0.
std::optional<tigris::dtype> type_attribute(const shape_context& c, const char* name);

void require_float_attribute(const shape_context& c, const char* name);

bool is_constant_or_absent(const expansion& e, value_id v);

bool has_blocks(const node& n);

/// Constant scale and zero point, one for all or, of a constant, one for each index of an axis:
/// what the passes fold.
bool is_foldable(const expansion& e, const quantized_value& q);

/// Whether each block along an axis has a scale, and a zero point if there are any. The last block
/// may be shorter.
bool has_scales_of_blocks(const expansion& e, const quantized_value& q);

/// How x, scale and zero point are seen, so that they broadcast.
struct view_of_blocks {
    extents x;
    extents scale;
};

/// A view of a quantized value whose scales fit: one for all, one for each index of an axis, or one
/// for each block along it. Nothing where scales do not fit, or where the last block is shorter.
std::optional<view_of_blocks> view_for(const expansion& e, const quantized_value& q);

quantized_value seen_as(expansion& e, const quantized_value& q, const view_of_blocks& view);

/// What ONNX asks of scales, as far as it is known here; the shape rule complains about others.
bool has_scales(const expansion& e, const quantized_value& q);

/// Whether constant scales are negative: passes take none of these for codes of layers.
bool has_negative_scale(const expansion& e, const quantized_value& q);

bool is_small_integer(tigris::dtype type);

/// Whether all zero points are 0. Requires that they are constant.
bool is_around_zero(const expansion& e, const quantized_value& q);

/// com.microsoft's Quantize- and DequantizeLinear are ONNX's, of more types.
bool expand_microsoft_quantization(expansion& e);

}  // namespace onnx2hpp
