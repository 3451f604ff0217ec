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

/// A bias with the input's zero point in it.
std::int32_t folded_bias(const node& n, std::int64_t bias, std::int32_t zero_point,
                         const std::int8_t* row, std::size_t length) {
    std::int64_t sum = 0, largest = 0;
    for (std::size_t k = 0; k < length; ++k) {
        sum += row[k];
        largest += std::abs(row[k]);
    }
    const std::int64_t folded = bias - zero_point * sum;
    if (std::abs(folded) + 255 * largest > std::numeric_limits<std::int32_t>::max())
        fail_unsupported(n, "its accumulator could leave 32 bits",
                         "use a smaller bias or fewer weights for each output");
    return static_cast<std::int32_t>(folded);
}

/// Multiplier and shift of each weight scale.
std::vector<tigris::fixed_multiplier> multipliers(const lowering& l, const node& n) {
    const double input = static_cast<double>(l.at(n.inputs[0]).quant.scale[0]);
    const double output = static_cast<double>(l.at(n.outputs[0]).quant.scale[0]);
    const double alpha = static_cast<double>(real_attribute(n, "alpha", 1));
    std::vector<tigris::fixed_multiplier> result;
    for (const float scale : l.at(n.inputs[1]).quant.scale)
        result.push_back(
            tigris::quantized_multiplier(alpha * input * static_cast<double>(scale) / output));
    const bool all_equal =
        std::all_of(result.begin(), result.end(), [&](const auto& m) { return m == result[0]; });
    if (all_equal) result.resize(1);
    return result;
}

}  // namespace

bool is_quantized(const lowering& l, const node& n) {
    return is_quantizable(l.at(n.inputs[0]).type);
}

void require_below_saturation(const lowering& l, const node& n, float real) {
    const std::vector<float>& output = l.at(n.outputs[0]).quant.scale;
    if (is_quantized(l, n) && !output.empty() && std::ldexp(output[0], 30) <= real)
        fail_unsupported(n, "its output's scale is 2^30 times smaller than what it adds up",
                         "quantize its output with a larger scale");
}

std::vector<int> requantization(lowering& l, const node& n, const tensor_data& weights) {
    const value& bias = l.at(n.inputs[2]);
    std::vector<std::int32_t> biases = elements_of<std::int32_t>(*bias.constant);
    const auto* codes = reinterpret_cast<const std::int8_t*>(weights.bytes.data());
    const std::size_t length = weights.bytes.size() / biases.size();
    const std::int32_t zero_point = l.at(n.inputs[0]).quant.zero_point[0];
    for (std::size_t i = 0; i < biases.size(); ++i)
        biases[i] = folded_bias(n, biases[i], zero_point, codes + i * length, length);
    std::vector<std::int32_t> multiplier;
    std::vector<std::int8_t> shift;
    for (const tigris::fixed_multiplier& m : multipliers(l, n)) {
        multiplier.push_back(m.multiplier);
        shift.push_back(m.shift);
    }
    const auto outputs = static_cast<std::int64_t>(biases.size());
    const auto scales = static_cast<std::int64_t>(shift.size());
    const std::string name = l.at(n.inputs[1]).name;
    return {l.constant(bias.name, *tensor_of(dtype::i32, {outputs}, biases)),
            l.constant(name + "_multiplier", *tensor_of(dtype::i32, {scales}, multiplier)),
            l.constant(name + "_shift", *tensor_of(dtype::i8, {scales}, shift))};
}

}  // namespace onnx2hpp
