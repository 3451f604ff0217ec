// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/quantization.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// A scale or zero point for each element of a tensor of `dims`.
tensor spread(const tensor& values, const shape& dims, std::int64_t axis_number,
              std::int64_t block_size) {
    if (values.size() == 1) return broadcast_to(reshaped(values, {}), dims);
    const std::size_t axis = axis_of(axis_number, dims.size());
    std::vector<std::int64_t> positions;
    for (shape index : indices_of(dims)) {
        if (block_size > 0) index[axis] /= block_size;
        positions.push_back(block_size > 0 ? position_of(index, values.dims) : index[axis]);
    }
    return pick(values, dims, positions);
}

tensor spread_or_zero(const tensor* values, const tensor& x, std::int64_t axis,
                      std::int64_t block_size, element_type type) {
    return values ? spread(*values, x.dims, axis, block_size) : tensor(type, x.dims);
}

tensors dequantize_linear(const call& c) {
    tensor result = dequantize(c[0], c[1], c.has(2) ? &c[2] : nullptr, c.integer("axis", 1),
                               c.integer("block_size", 0));
    if (const auto type = c.integer("output_dtype", 0)) result.type = type_of(type);
    return {result};
}

element_type code_type(const call& c) {
    if (c.has(2)) return c[2].type;
    const std::int64_t given = c.integer("output_dtype", 0);
    return given ? type_of(given) : element_type::uint8;
}

tensors quantize_linear(const call& c) {
    return {quantize(c[0], c[1], c.has(2) ? &c[2] : nullptr, code_type(c), c.integer("axis", 1),
                     c.integer("block_size", 0))};
}

/// The scale and the zero point of floats that become uint8, as its function body computes them.
/// Where it divides by 0 the scale is 1, as in ONNX Runtime.
tensors dynamic_quantize(const call& c) {
    float low = 0;
    float high = 0;
    for (const double x : c[0].reals) {
        low = std::min(low, float(x));
        high = std::max(high, float(x));
    }
    const float quotient = (high - low) / 255;
    const float scale = quotient == 0 ? 1 : quotient;
    const float zero = std::nearbyint(std::clamp(-low / scale, 0.0f, 255.0f));
    const tensor scales = reals({}, {double(scale)});
    const tensor zeros = integers({}, {std::int64_t(zero)}, element_type::uint8);
    return {quantize(c[0], scales, &zeros, element_type::uint8), scales, zeros};
}

}  // namespace

tensor dequantize(const tensor& codes, const tensor& scale, const tensor* zero_point,
                  std::int64_t axis, std::int64_t block_size) {
    const tensor scales = spread(scale, codes.dims, axis, block_size);
    const tensor zeros = spread_or_zero(zero_point, codes, axis, block_size, codes.type);
    tensor result(scale.type, codes.dims);
    for (std::int64_t i = 0; i < codes.size(); ++i)
        result.set(i, double(codes.integer(i) - zeros.integer(i)) * scales.number(i));
    return result;
}

tensor quantize(const tensor& x, const tensor& scale, const tensor* zero_point, element_type type,
                std::int64_t axis, std::int64_t block_size) {
    const tensor scales = spread(scale, x.dims, axis, block_size);
    const tensor zeros = spread_or_zero(zero_point, x, axis, block_size, type);
    tensor result(type, x.dims);
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const float quotient = float(x.number(i)) / float(scales.number(i));
        const double code = double(std::nearbyint(quotient)) + double(zeros.integer(i));
        result.set(i, saturated(type, code));
    }
    return result;
}

void add_quantization(operator_map& all) {
    all["DequantizeLinear"] = dequantize_linear;
    all["com.microsoft.DequantizeLinear"] = dequantize_linear;
    all["DynamicQuantizeLinear"] = dynamic_quantize;
    all["QuantizeLinear"] = quantize_linear;
    all["com.microsoft.QuantizeLinear"] = quantize_linear;
}

}  // namespace reference
