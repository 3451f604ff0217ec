// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

std::int64_t outputs_of(const quantized_constant& weights, const node& n) {
    return weights.codes->dims[static_cast<std::size_t>(output_axis(n))];
}

double alpha_of(const node& n) { return static_cast<double>(real_attribute(n, "alpha", 1)); }

/// The weights less their zero points.
std::vector<std::int64_t> centered(const quantized_constant& weights) {
    return centered_codes(*weights.codes, weights.quant);
}

/// What one unit of each output's accumulator means.
std::vector<double> units(const quantized_constant& weights, const node& n, float input_scale) {
    std::vector<double> result(static_cast<std::size_t>(outputs_of(weights, n)));
    for (std::size_t i = 0; i < result.size(); ++i) {
        const float scale = weights.quant.scale[weights.quant.per_tensor() ? 0 : i];
        result[i] = alpha_of(n) * static_cast<double>(input_scale) * static_cast<double>(scale);
    }
    return result;
}

bool is_close(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

/// A bias may be rounded to units of the accumulator if the result's scale has so many of them:
/// that changes a result by 1/8 of its scale at most. ONNX Runtime always rounds. Depthwise layers
/// have few units in a scale.
constexpr double fine_units = 4;

/// `number` in units, rounded if they are fine, else only if it is a whole number of them but for
/// float rounding.
std::optional<std::int64_t> in_units(double number, double unit, float result_scale) {
    const double exact = number / unit, nearest = std::nearbyint(exact);
    const bool is_whole = std::abs(exact - nearest) <= 2.5e-7 * std::abs(exact);
    const bool is_fine = fine_units * unit <= static_cast<double>(result_scale);
    const bool fits = std::abs(nearest) <= std::numeric_limits<std::int32_t>::max();
    return (is_whole || is_fine) && fits ? std::optional(static_cast<std::int64_t>(nearest))
                                         : std::nullopt;
}

/// Bias codes as they are, if their scales are the accumulator's units.
std::optional<std::vector<std::int64_t>> matching_codes(const quantized_constant& bias,
                                                        const std::vector<double>& unit) {
    if (static_cast<std::size_t>(element_count(bias.codes->dims)) != unit.size()) return {};
    std::vector<std::int64_t> codes = centered(bias);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const float scale = bias.quant.scale[bias.quant.per_tensor() ? 0 : i];
        if (codes[i] != 0 && !is_close(static_cast<double>(scale), unit[i], 1e-6)) return {};
    }
    return codes;
}

/// The bias in the accumulator's units, or nothing where these are too coarse for it.
std::optional<std::vector<std::int64_t>> bias_codes(const rewriter& r, const node& n,
                                                    const std::vector<double>& unit,
                                                    float result_scale) {
    if (!has_input(n, 2)) return std::vector<std::int64_t>(unit.size(), 0);
    const double beta = static_cast<double>(real_attribute(n, "beta", 1));
    const auto quantized = quantized_behind(r, n.inputs[2]);
    if (quantized && beta == 1)
        if (auto codes = matching_codes(*quantized, unit)) return codes;
    const auto numbers = constant_numbers(r, n.inputs[2]);
    if (!numbers || (numbers->size() != 1 && numbers->size() != unit.size())) return {};
    std::vector<std::int64_t> codes;
    for (std::size_t i = 0; i < unit.size(); ++i) {
        const double number = beta * (*numbers)[numbers->size() == 1 ? 0 : i];
        const auto code = in_units(number, unit[i], result_scale);
        if (!code) return {};
        codes.push_back(*code);
    }
    return codes;
}

}  // namespace

std::optional<quantized_constant> quantized_behind(const rewriter& r, value_id v) {
    const int producer = dequantizer(r, v);
    if (producer < 0) return {};
    const value& codes = r.at_value(r.at(producer).inputs[0]);
    if (!codes.constant || !is_readable(codes.type)) return {};
    return quantized_constant{codes.name, codes.constant, parameters_of(r.model, r.at(producer)),
                              codes.file_type};
}

bool are_int4(const quantized_constant& weights) {
    if (weights.file_type != dtype::i4 && weights.file_type != dtype::u4) return false;
    const std::int32_t middle = weights.file_type == dtype::i4 ? 0 : 8;
    const std::vector<std::int32_t>& zero_points = weights.quant.zero_point;
    return std::all_of(zero_points.begin(), zero_points.end(),
                       [&](std::int32_t zero_point) { return zero_point == middle; });
}

std::optional<std::vector<double>> constant_numbers(const rewriter& r, value_id v) {
    if (v == absent) return {};
    if (r.is_constant(v) && r.at_value(v).type == dtype::f32)
        return numbers_of(*r.at_value(v).constant);
    const auto quantized = quantized_behind(r, v);
    if (!quantized) return {};
    return dequantized(*quantized->codes, quantized->quant);
}

std::string obstacle_in_factors(const rewriter& r, const node& n) {
    const auto weights = quantized_behind(r, n.inputs[1]);
    if (!weights || !is_byte(weights->codes->type))
        return "its weights do not come from a DequantizeLinear of 8-bit constants";
    const bool is_matrix = weights->codes->dims.size() == 2;
    if (!traits_of(r.model, n).has_windows() && !is_matrix) return "its weights are not a matrix";
    if (!weights->quant.per_tensor() && weights->quant.axis != output_axis(n))
        return "its weights have a scale for each index of an axis that is not the output's";
    const std::vector<std::int64_t> codes = centered(*weights);
    if (std::any_of(codes.begin(), codes.end(), [](std::int64_t c) { return c < -128 || c > 127; }))
        return "its weights less their zero point do not fit into int8";
    return "";
}

bool has_bias_of_outputs(const rewriter& r, const node& n, std::int64_t outputs) {
    if (!has_input(n, 2)) return true;
    const extents& dims = r.at_value(n.inputs[2]).dims;
    return element_count(dims) == 1 ||
           (!dims.empty() && dims.back() == outputs && element_count(dims) == outputs);
}

std::string obstacle_in_weights(const rewriter& r, const node& n, const layer_scales& scales) {
    std::string reason = obstacle_in_factors(r, n);
    if (!reason.empty()) return reason;
    const quantized_constant weights = *quantized_behind(r, n.inputs[1]);
    const std::vector<double> unit = units(weights, n, scales.input);
    if (std::any_of(unit.begin(), unit.end(), [](double u) { return !(u > 0); }))
        return "a scale of its weights is not positive";
    if (!has_bias_of_outputs(r, n, outputs_of(weights, n)))
        return "its bias has more than one number for each output";
    if (!bias_codes(r, n, unit, scales.result))
        return "its bias is not a constant, or no whole number of input scale times weight scale";
    return "";
}

bool has_whole_bias(const rewriter& r, const node& n, float input_scale) {
    const quantized_constant weights = *quantized_behind(r, n.inputs[1]);
    return bias_codes(r, n, units(weights, n, input_scale), 0).has_value();
}

void set_integer_weights(rewriter& r, int n, const layer_scales& scales,
                         std::vector<value_id>& inputs) {
    const auto weights = quantized_behind(r, inputs[1]);
    const std::vector<double> unit = units(*weights, r.at(n), scales.input);
    const std::string bias_name =
        has_input(r.at(n), 2) ? r.at_value(inputs[2]).name : r.at(n).name + "_bias";
    const auto bias = bias_codes(r, r.at(n), unit, scales.result);
    inputs.resize(3, absent);
    require_memory(r, n, element_count(weights->codes->dims), sizeof(std::int8_t));
    inputs[1] = r.add_constant(weights->name,
                               make_tensor(dtype::i8, weights->codes->dims, centered(*weights)));
    if (are_int4(*weights)) r.at_value(inputs[1]).file_type = dtype::i4;
    affine& quant = r.at_value(inputs[1]).quant;
    quant = weights->quant;
    quant.zero_point.assign(quant.scale.size(), 0);
    inputs[2] = r.add_constant(
        bias_name, make_tensor(dtype::i32, {static_cast<std::int64_t>(bias->size())}, *bias));
    r.at(n).attributes.erase("beta");
}

std::optional<float> pad_value(const rewriter& r, const node& n) {
    if (text_attribute(n, "mode", "constant") != "constant") return {};
    if (!has_input(n, 2)) return real_attribute(n, "value", 0);
    const auto numbers = constant_numbers(r, n.inputs[2]);
    if (!numbers || numbers->size() != 1) return {};
    return static_cast<float>((*numbers)[0]);
}

void set_pad_value(rewriter& r, int n, std::vector<value_id>& inputs) {
    const std::vector<float> border{*pad_value(r, r.at(n))};
    inputs.resize(std::max<std::size_t>(inputs.size(), 3), absent);
    inputs[2] = r.add_constant(r.at(n).name + "_border", tensor_of(dtype::f32, {}, border));
}

}  // namespace onnx2hpp
