// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/fold_bias_add.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The constant of a value: itself, or the integers that a DequantizeLinear makes it from.
shared_tensor constant_behind(const rewriter& r, value_id v) {
    if (v == absent || r.is_constant(v)) return v == absent ? nullptr : r.at_value(v).constant;
    const int producer = dequantizer(r, v);
    if (producer < 0) return {};
    return r.at_value(r.at(producer).inputs[0]).constant;
}

std::size_t channel_axis(const operator_traits& traits, std::size_t rank) {
    return traits.has_windows() ? 1 : rank - 1;
}

/// Whether `bias` adds one number to each channel of a result of `dims`.
bool is_per_channel(const extents& bias, const extents& dims, std::size_t axis) {
    if (bias.size() > dims.size()) return false;
    const std::size_t missing = dims.size() - bias.size();
    for (std::size_t i = 0; i < bias.size(); ++i)
        if (bias[i] != 1 && (i + missing != axis || bias[i] != dims[axis])) return false;
    return true;
}

/// One element for each of `channels`.
shared_tensor spread(const tensor_data& bias, std::int64_t channels) {
    if (element_count(bias.dims) == channels) return reshaped(bias, {channels});
    tensor_data all{bias.type, {channels}, {}};
    for (std::int64_t i = 0; i < channels; ++i)
        all.bytes.insert(all.bytes.end(), bias.bytes.begin(), bias.bytes.end());
    return std::make_shared<const tensor_data>(std::move(all));
}

/// A value of shape [channels] that means the same as `v`, which adds one number to each.
value_id bias_value(rewriter& r, value_id v, std::int64_t channels) {
    const shared_tensor codes = constant_behind(r, v);
    const std::string name = r.at_value(v).name;
    const value_id data = r.add_constant(name, spread(*codes, channels));
    if (r.is_constant(v)) return data;
    node dequantize = r.at(r.producer_of(v));
    if (!parameters_of(r.model, dequantize).per_tensor())
        dequantize.attributes["axis"] = std::int64_t{0};  // its axis was that of the channels
    dequantize.inputs[0] = data;
    dequantize.outputs[0] = r.add_value({name, dtype::f32, true, {channels}, {}, {}});
    r.add_node(dequantize);
    return dequantize.outputs[0];
}

/// The sum of a bias that is there already and a new one, or absent if either is not a float.
value_id sum_of(rewriter& r, value_id old_bias, value_id new_bias) {
    const shared_tensor a = r.at_value(old_bias).constant, b = r.at_value(new_bias).constant;
    if (!a || !b || a->type != dtype::f32 || b->type != dtype::f32 || a->dims != b->dims)
        return absent;
    std::vector<double> sum = numbers_of(*a);
    const std::vector<double> more = numbers_of(*b);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
    return r.add_constant(r.at_value(new_bias).name, make_tensor(dtype::f32, a->dims, sum));
}

/// The operator whose bias node n's input `slot` could be, or -1.
int host_of(const rewriter& r, int n, std::size_t slot) {
    const value_id sum_with = r.at(n).inputs[1 - slot];
    const shared_tensor bias = constant_behind(r, r.at(n).inputs[slot]);
    const int host = r.producer_of(sum_with);
    if (!bias || host < 0 || r.sole_reader(sum_with) != n || !r.traits(host).is_layer) return -1;
    const extents& dims = r.at_value(sum_with).dims;
    const bool has_weights = constant_behind(r, r.at(host).inputs[1]) != nullptr;
    const bool is_plain = r.at(host).clamp == tigris::ops::clamp{} &&
                          real_attribute(r.at(host), "beta", 1) == 1 &&
                          r.at_value(sum_with).type == dtype::f32;
    if (!has_weights || !is_plain || dims.size() < 2) return -1;
    return is_per_channel(bias->dims, dims, channel_axis(r.traits(host), dims.size())) ? host : -1;
}

void fold(rewriter& r, int n, std::size_t slot) {
    const int host = host_of(r, n, slot);
    if (host < 0) return;
    const extents& dims = r.at_value(r.at(host).outputs[0]).dims;
    const std::int64_t channels = dims[channel_axis(r.traits(host), dims.size())];
    value_id bias = bias_value(r, r.at(n).inputs[slot], channels);
    const std::vector<value_id>& inputs = r.at(host).inputs;
    if (bias != absent && inputs.size() > 2 && inputs[2] != absent)
        bias = sum_of(r, inputs[2], bias);
    if (bias == absent) return;
    const value_id result = r.at(n).outputs[0];
    r.at(host).clamp = r.at(n).clamp;
    r.remove(n);
    r.set_input(host, 2, bias);
    r.set_output(host, result);
}

}  // namespace

void fold_bias_add(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n)
        for (const std::size_t slot : {std::size_t{1}, std::size_t{0}})
            if (r.at(n).op_type == "Add") fold(r, n, slot);
    r.finish();
}

}  // namespace onnx2hpp
