// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace onnx2hpp {
namespace {

const value& input_of(const onnx_model& m, const node& n, std::size_t slot) {
    return m.values[static_cast<std::size_t>(n.inputs[slot])];
}

const tensor_data& constant_input(const onnx_model& m, const node& n, std::size_t slot) {
    const shared_tensor& data = input_of(m, n, slot).constant;
    if (!data)
        fail_unsupported(n, "its scale or zero point is computed at run time",
                         "make both of them initializers");
    return *data;
}

std::vector<float> scales_of(const onnx_model& m, const node& n) {
    const tensor_data& data = constant_input(m, n, 1);
    if (data.type != tigris::dtype::f32)
        fail_unsupported(n, "its scale is not float32", "export the model with float32 scales");
    return elements_of<float>(data);
}

std::vector<std::int32_t> zero_points_of(const onnx_model& m, const node& n, std::size_t count) {
    if (!has_input(n, 2)) return std::vector<std::int32_t>(count, 0);
    const tensor_data& data = constant_input(m, n, 2);
    if (!is_readable(data.type))
        fail_unsupported(n, "its element type is not supported", "quantize to int8 or uint8");
    const std::vector<std::int64_t> codes = integers_of(data);
    std::vector<std::int32_t> result(codes.begin(), codes.end());
    if (result.size() == 1) result.resize(count, result[0]);
    return result;
}

void check(const onnx_model& m, const node& n, const affine& quant) {
    const value& x = input_of(m, n, 0);
    if (quant.scale.empty()) fail_bad_input(n, "its scale is empty");
    for (const float scale : quant.scale)
        if (!std::isfinite(scale) || scale < 0 || (scale == 0 && !x.constant))
            fail_bad_input(n, "its scale is not a positive, finite number");
    if (quant.zero_point.size() != quant.scale.size())
        fail_bad_input(n, "it has not as many zero points as scales");
    if (quant.per_tensor()) return;
    const bool has_axis = quant.axis >= 0 && static_cast<std::size_t>(quant.axis) < x.dims.size();
    if (!has_axis || static_cast<std::size_t>(x.dims[static_cast<std::size_t>(quant.axis)]) !=
                         quant.scale.size())
        fail_bad_input(n, "it has not one scale for each index of its axis");
}

}  // namespace

affine parameters_of(const onnx_model& m, const node& n) {
    if (integer_attribute(n, "block_size", 0) != 0)
        fail_unsupported(n, "blocked quantization is not supported",
                         "quantize per tensor or per channel");
    affine quant;
    quant.scale = scales_of(m, n);
    quant.zero_point = zero_points_of(m, n, quant.scale.size());
    const std::size_t rank = input_of(m, n, 0).dims.size();
    quant.axis = quant.per_tensor() ? 0 : static_cast<int>(axis_attribute(n, rank, 1));
    check(m, n, quant);
    return quant;
}

std::optional<affine> in_equal_blocks(const affine& quant, const extents& dims) {
    if (quant.block == 0) return quant;
    const auto axis = dims.begin() + quant.axis;
    const std::int64_t outer = element_count({dims.begin(), axis}),
                       inner = element_count({axis + 1, dims.end()});
    affine equal{{}, {}, quant.axis, std::gcd(*axis, std::min(quant.block, *axis))};
    if (equal.block == 1) return {};
    const auto count = static_cast<std::size_t>(element_count(dims) / equal.block);
    equal.scale.reserve(count);
    equal.zero_point.reserve(count);
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t code = 0; code < *axis; code += equal.block)
            for (std::int64_t i = 0; i < inner; ++i) {
                const std::size_t from = channel_of(
                    quant, dims, static_cast<std::size_t>((o * *axis + code) * inner + i));
                equal.scale.push_back(quant.scale[from]);
                equal.zero_point.push_back(quant.zero_point[from]);
            }
    return equal;
}

std::size_t channel_of(const affine& quant, const extents& dims, std::size_t index) {
    if (quant.per_tensor()) return 0;
    std::size_t inner = 1;
    for (std::size_t axis = dims.size() - 1; axis > static_cast<std::size_t>(quant.axis); --axis)
        inner *= static_cast<std::size_t>(dims[axis]);
    if (quant.block == 0) return index / inner % quant.scale.size();
    const auto extent = static_cast<std::size_t>(dims[static_cast<std::size_t>(quant.axis)]),
               block = static_cast<std::size_t>(quant.block), blocks = (extent + block - 1) / block,
               along = index / inner;
    return (along / extent * blocks + along % extent / block) * inner + index % inner;
}

std::vector<std::int64_t> centered_codes(const tensor_data& codes, const affine& quant) {
    std::vector<std::int64_t> result = integers_of(codes);
    if (std::all_of(quant.zero_point.begin(), quant.zero_point.end(),
                    [](std::int32_t zero_point) { return zero_point == 0; }))
        return result;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] -= quant.zero_point[channel_of(quant, codes.dims, i)];
    return result;
}

std::vector<double> dequantized(const tensor_data& codes, const affine& quant) {
    std::vector<double> result = numbers_of(codes);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::size_t channel = channel_of(quant, codes.dims, i);
        result[i] =
            (result[i] - quant.zero_point[channel]) * static_cast<double>(quant.scale[channel]);
    }
    return result;
}

dequantized_constant permuted(const dequantized_constant& given, const std::vector<int>& axes) {
    affine quant = given.quant;
    quant.axis = static_cast<int>(std::find(axes.begin(), axes.end(), quant.axis) - axes.begin());
    if (quant.block != 0) {
        extents blocks = given.codes.dims;
        blocks[static_cast<std::size_t>(given.quant.axis)] /= quant.block;
        using tigris::dtype;
        quant.scale =
            elements_of<float>(*permuted(*tensor_of(dtype::f32, blocks, quant.scale), axes));
        quant.zero_point = elements_of<std::int32_t>(
            *permuted(*tensor_of(dtype::i32, blocks, quant.zero_point), axes));
    }
    return {*permuted(given.codes, axes), quant};
}

bool is_uniform(const affine& quant) {
    const auto all_equal = [](const auto& items) {
        return std::all_of(items.begin(), items.end(), [&](auto x) { return x == items.front(); });
    };
    return all_equal(quant.scale) && all_equal(quant.zero_point);
}

bool are_kernel_codes(tigris::dtype type, bool around_zero) {
    return is_quantizable(type) && (is_byte(type) || around_zero);
}

bool are_kernel_codes(tigris::dtype type, const affine& quant) {
    return quant.per_tensor() && are_kernel_codes(type, quant.zero_point[0] == 0);
}

tigris::quantization quantization_of(const affine& quant) {
    return {quant.scale[0], quant.zero_point[0]};
}

}  // namespace onnx2hpp
