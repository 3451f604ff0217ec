// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/batch_norm.hpp>
#include <onnx2hpp/passes/fold_batch_norm.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool is_float_constant(const rewriter& r, value_id v) {
    return r.is_constant(v) && r.at_value(v).constant->type == dtype::f32;
}

bool can_absorb(const rewriter& r, int host, std::size_t channels) {
    const node& n = r.at(host);
    if (!r.traits(host).is_layer) return false;
    if (!(n.clamp == tigris::ops::clamp{}) || !is_float_constant(r, n.inputs[1])) return false;
    const extents& weights = r.at_value(n.inputs[1]).dims;
    const bool is_matrix = r.at_value(n.outputs[0]).dims.size() == 2 && weights.size() == 2;
    if (!r.traits(host).has_windows() && !is_matrix) return false;
    if (weights[static_cast<std::size_t>(output_axis(n))] != static_cast<std::int64_t>(channels))
        return false;
    return !has_input(n, 2) ||
           (is_float_constant(r, n.inputs[2]) &&
            r.at_value(n.inputs[2]).dims == extents{static_cast<std::int64_t>(channels)});
}

shared_tensor scaled(const tensor_data& weights, int axis, const std::vector<double>& scale) {
    std::size_t inner = 1;
    for (auto k = static_cast<std::size_t>(axis) + 1; k < weights.dims.size(); ++k)
        inner *= static_cast<std::size_t>(weights.dims[k]);
    std::vector<float> result = elements_of<float>(weights);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = static_cast<float>(result[i] * scale[i / inner % scale.size()]);
    return tensor_of(dtype::f32, weights.dims, result);
}

shared_tensor shifted_bias(const rewriter& r, const node& host, const per_channel_line& line) {
    std::vector<double> bias(line.scale.size(), 0.0);
    if (has_input(host, 2)) bias = numbers_of(*r.at_value(host.inputs[2]).constant);
    const double beta = static_cast<double>(real_attribute(host, "beta", 1));
    for (std::size_t i = 0; i < bias.size(); ++i)
        bias[i] = beta * bias[i] * line.scale[i] + line.offset[i];
    return make_tensor(dtype::f32, {static_cast<std::int64_t>(bias.size())}, bias);
}

void fold(rewriter& r, int n, const per_channel_line& line) {
    const value_id from = r.at(n).inputs[0];
    const int host = r.producer_of(from);
    if (host < 0 || r.sole_reader(from) != n || !can_absorb(r, host, line.scale.size())) return;
    const value weights = r.at_value(r.at(host).inputs[1]);
    const std::string bias_name = r.at_value(r.at(n).inputs[2]).name;
    require_memory(r, n, element_count(weights.dims), sizeof(float));
    const value_id scaled_weights = r.add_constant(
        weights.name, scaled(*weights.constant, output_axis(r.at(host)), line.scale));
    const value_id bias = r.add_constant(bias_name, shifted_bias(r, r.at(host), line));
    const value_id result = r.at(n).outputs[0];
    r.at(host).clamp = r.at(n).clamp;
    r.remove(n);
    r.at(host).attributes.erase("beta");
    r.set_inputs(host, {r.at(host).inputs[0], scaled_weights, bias});
    r.set_output(host, result);
}

}  // namespace

void fold_batch_norm(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n)
        if (const auto line = batch_norm_line(m, r.at(n))) fold(r, n, *line);
    r.finish();
}

}  // namespace onnx2hpp
