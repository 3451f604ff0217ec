// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Quantization said as arithmetic on floats, and as DequantizeLinear and QuantizeLinear.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// Codes, scale and zero point (absent: 0) of a quantized value.
struct quantized_value {
    value_id codes = absent;
    value_id scale = absent;
    value_id zero_point = absent;
};

/// Inputs i, i + 1 and i + 2 of a node.
quantized_value quantized_input(const expansion& e, std::size_t i);

/// v as another type.
value_id cast(expansion& e, value_id v, tigris::dtype type);

/// The floats that codes mean; scale and zero point broadcast to them.
value_id dequantize_by_arithmetic(expansion& e, const quantized_value& q);

/// Codes of type `type` for floats: rounded half to even, less than the lowest code is the lowest.
/// Those of 4 bits lie in 8.
value_id quantize_by_arithmetic(expansion& e, value_id x, value_id scale, value_id zero_point,
                                tigris::dtype type);

/// DequantizeLinear; a list of scales lies along `axis`, and scales of more axes broadcast.
value_id dequantized(expansion& e, const quantized_value& q, std::int64_t axis);

/// QuantizeLinear, where an absent zero point is a zero of type `type`.
value_id quantized(expansion& e, value_id x, value_id scale, value_id zero_point, std::int64_t axis,
                   tigris::dtype type);

}  // namespace onnx2hpp
