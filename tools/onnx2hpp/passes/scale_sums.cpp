// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/scale_sums.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/centered_weights.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/passes/integer_obstacles.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/qdq.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool transposes(const node& n, const char* operand) {
    return integer_attribute(n, operand, 0) != 0;
}

centered_weights centered(const node& n, const quantized_constant& weights) {
    const extents& dims = weights.codes->dims;
    const auto outputs = dims.begin() + output_axis(n);
    return {centered_codes(*weights.codes, weights.quant), static_cast<std::size_t>(*outputs),
            static_cast<std::size_t>(element_count({outputs + 1, dims.end()}))};
}

/// A list of floats, each a number times `factor`.
shared_tensor list_of(const std::vector<double>& numbers, double factor) {
    std::vector<double> products;
    for (const double number : numbers) products.push_back(number * factor);
    return make_tensor(dtype::f32, {static_cast<std::int64_t>(numbers.size())}, products);
}

/// What the sums of codes are multiplied by, but for the scale of the codes.
shared_tensor scales_of_outputs(const node& n, const quantized_constant& weights) {
    const std::vector<float>& scales = weights.quant.scale;
    return list_of({scales.begin(), scales.end()},
                   static_cast<double>(real_attribute(n, "alpha", 1)));
}

shared_tensor bias_of_outputs(const rewriter& r, const node& n, std::size_t outputs) {
    std::vector<double> numbers = *constant_numbers(r, n.inputs[2]);
    if (numbers.size() == 1) numbers.resize(outputs, numbers[0]);
    return list_of(numbers, static_cast<double>(real_attribute(n, "beta", 1)));
}

/// As a tigris.DynamicRange would have it.
shared_tensor range_of(const affine& quant) {
    return make_tensor(dtype::f32, {2},
                       std::vector<double>{static_cast<double>(quant.scale[0]),
                                           static_cast<double>(quant.zero_point[0])});
}

/// A step that makes the sums for layer n, with weights less their zero points; gives the sums.
/// Where its window leaves the codes, there are zero points.
value_id add_sums(rewriter& r, const node& n, const quantized_constant& weights,
                  const std::vector<std::int64_t>& numbers) {
    const bool has_windows = n.op_type == "Conv";
    shared_tensor codes = make_tensor(dtype::i8, weights.codes->dims, numbers);
    if (!has_windows && transposes(n, "transB")) codes = permuted(*codes, {1, 0});
    value made = r.at_value(n.outputs[0]);
    made.name += "_sums";
    made.type = dtype::i32;
    made.quant = {};
    const value_id sums = r.add_value(made);
    const std::string type = has_windows ? "IntegerConv" : "IntegerMatMul";
    node step = make_node(n, n.name + "_sums", type,
                          {codes_of(r, n.inputs[0]), r.add_constant(weights.name, codes)}, {sums});
    set_operator(step, "tigris." + type);
    if (has_windows) step.attributes = n.attributes;
    r.add_node(step);
    return sums;
}

}  // namespace

bool has_sums_of_codes(const rewriter& r, const node& n) {
    if (!is_layer_of_bytes(r, n) || !obstacle_in_factors(r, n).empty()) return false;
    if (n.op_type == "ConvTranspose" || transposes(n, "transA")) return false;
    const quantized_constant weights = *quantized_behind(r, n.inputs[1]);
    const centered_weights w = centered(n, weights);
    const bool has_bias = has_input(n, 2);
    return !are_int4(weights) && fits_32_bits(w) &&
           has_bias_of_outputs(r, n, static_cast<std::int64_t>(w.outputs)) &&
           (!has_bias || constant_numbers(r, n.inputs[2]));
}

void scale_sums(rewriter& r, int n) {
    const node layer = r.at(n);
    const quantized_constant weights = *quantized_behind(r, layer.inputs[1]);
    require_memory(r, n, element_count(weights.codes->dims), sizeof(std::int8_t));
    const centered_weights w = centered(layer, weights);
    const auto constant = [&](const char* suffix, shared_tensor t) {
        return r.add_constant(layer.name + suffix, std::move(t));
    };
    std::vector<value_id> inputs{
        add_sums(r, layer, weights, w.numbers),
        constant("_range", range_of(r.at_value(codes_of(r, layer.inputs[0])).quant)),
        constant("_totals", totals_of(w)), constant("_scales", scales_of_outputs(layer, weights))};
    if (has_input(layer, 2))
        inputs.push_back(constant("_bias", bias_of_outputs(r, layer, w.outputs)));
    set_operator(r.at(n), "tigris.RescaleSums");
    r.at(n).attributes = {{"axis", layer.op_type == "Conv" ? std::int64_t{1} : std::int64_t{-1}}};
    r.set_inputs(n, inputs);
}

}  // namespace onnx2hpp
