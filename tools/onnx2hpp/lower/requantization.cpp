// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <tigris/support/fixed_point.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::fixed_multiplier;

/// How large codes become, and sums that kernels hold (kernels/arithmetic/accumulator.hpp).
struct accumulation {
    std::int64_t largest_code;
    std::int64_t largest_sum;
};
accumulation accumulation_of(dtype type) {
    if (type == dtype::i16) return {32768, std::int64_t{1} << 46};
    return {255, std::numeric_limits<std::int32_t>::max()};
}

/// A bias with the input's zero point in it, and how large sums of products become.
struct folded_bias {
    std::int64_t bias = 0;
    std::int64_t largest_products = 0;

    std::int64_t largest_sum() const { return std::abs(bias) + largest_products; }
};

folded_bias fold(std::int64_t bias, const value& x, const std::int8_t* row, std::size_t length) {
    std::int64_t sum = 0, largest = 0;
    for (std::size_t k = 0; k < length; ++k) {
        sum += row[k];
        largest += std::abs(row[k]);
    }
    return {bias - x.quant.zero_point[0] * sum, accumulation_of(x.type).largest_code * largest};
}

/// Fixed-point multipliers below 2^-32 are 0, which only sums of 32 bits allow in any case.
void check_sum(const node& n, dtype type, std::int64_t largest, double multiplier) {
    if (largest > accumulation_of(type).largest_sum)
        fail_unsupported(n, "its accumulator could leave 32 bits",
                         "use a smaller bias or fewer weights for each output");
    if (multiplier < std::ldexp(1, -32) && static_cast<double>(largest) * multiplier >= 0.5)
        fail_unsupported(n, "its output's scale is 2^32 times larger than that of its products",
                         "quantize its output with a smaller scale");
}

/// What one unit of a sum is in units of the output, for each weight scale.
std::vector<double> real_multipliers(const lowering& l, const node& n) {
    const double input = static_cast<double>(l.at(n.inputs[0]).quant.scale[0]);
    const double output = static_cast<double>(l.at(n.outputs[0]).quant.scale[0]);
    const double alpha = static_cast<double>(real_attribute(n, "alpha", 1));
    std::vector<double> result;
    for (const float scale : l.at(n.inputs[1]).quant.scale)
        result.push_back(alpha * input * static_cast<double>(scale) / output);
    return result;
}

/// Real multipliers as integer multipliers and shifts.
std::vector<fixed_multiplier> quantized(const std::vector<double>& real) {
    std::vector<fixed_multiplier> result;
    for (const double multiplier : real) result.push_back(tigris::quantized_multiplier(multiplier));
    return result;
}

/// Leaves one scale where all are equal.
void merge_equal(std::vector<fixed_multiplier>& scales) {
    const auto is_first = [&](const fixed_multiplier& m) { return m == scales[0]; };
    if (std::all_of(scales.begin(), scales.end(), is_first)) scales.resize(1);
}

/// The layer's biases with the input's zero point in them. Fails where a sum may be too large for
/// its real multiplier.
std::vector<std::int32_t> folded_biases(const lowering& l, const node& n,
                                        const tensor_data& weights,
                                        const std::vector<double>& real) {
    const value& x = l.at(n.inputs[0]);
    std::vector<std::int32_t> biases = elements_of<std::int32_t>(*l.at(n.inputs[2]).constant);
    const auto* codes = reinterpret_cast<const std::int8_t*>(weights.bytes.data());
    const std::size_t length = weights.bytes.size() / biases.size();
    for (std::size_t i = 0; i < biases.size(); ++i) {
        const folded_bias folded = fold(biases[i], x, codes + i * length, length);
        check_sum(n, x.type, folded.largest_sum(), real[real.size() == 1 ? 0 : i]);
        biases[i] = static_cast<std::int32_t>(folded.bias);
    }
    return biases;
}

}  // namespace

bool is_quantized(const lowering& l, const node& n) {
    return is_quantizable(l.at(n.inputs[0]).type);
}

void fail_quantized(const node& n) {
    fail_unsupported(n, "this form of it is not supported for quantized elements",
                     "leave it in floating point, or use a smaller window");
}

void require_below_saturation(const lowering& l, const node& n, float real) {
    const std::vector<float>& output = l.at(n.outputs[0]).quant.scale;
    if (is_quantized(l, n) && !output.empty() && std::ldexp(output[0], 30) <= real)
        fail_unsupported(n, "its output's scale is 2^30 times smaller than what it adds up",
                         "quantize its output with a larger scale");
}

std::vector<int> requantization(lowering& l, const node& n, const tensor_data& weights) {
    const std::vector<double> real = real_multipliers(l, n);
    const std::vector<std::int32_t> biases = folded_biases(l, n, weights, real);
    std::vector<fixed_multiplier> scale_of = quantized(real);
    if (!l.result.weights_vary) merge_equal(scale_of);
    std::vector<std::int32_t> multiplier;
    std::vector<std::int8_t> shift;
    for (const fixed_multiplier& m : scale_of) {
        multiplier.push_back(m.multiplier);
        shift.push_back(m.shift);
    }
    const auto outputs = static_cast<std::int64_t>(biases.size());
    const auto scales = static_cast<std::int64_t>(shift.size());
    const std::string name = l.at(n.inputs[1]).name;
    return {l.constant(l.at(n.inputs[2]).name, *tensor_of(dtype::i32, {outputs}, biases)),
            l.constant(name + "_multiplier", *tensor_of(dtype::i32, {scales}, multiplier)),
            l.constant(name + "_shift", *tensor_of(dtype::i8, {scales}, shift))};
}

}  // namespace onnx2hpp
