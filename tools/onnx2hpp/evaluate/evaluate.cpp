// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/rules.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace onnx2hpp {
namespace {

const value& value_at(const onnx_model& m, value_id v) {
    return m.values[static_cast<std::size_t>(v)];
}

const std::unordered_map<std::string_view, evaluation_rule> rules{
    {"Add", evaluate_add},
    {"Concat", evaluate_concat},
    {"Flatten", evaluate_reshape},
    {"Mul", evaluate_multiply},
    {"QuantizeLinear", evaluate_quantize},
    {"Reshape", evaluate_reshape},
    {"Squeeze", evaluate_reshape},
    {"Transpose", evaluate_transpose},
    {"Unsqueeze", evaluate_reshape},
};

/// Whether everything that a node reads is constant, of a type that can be read.
bool reads_constants(const onnx_model& m, const node& n) {
    return std::all_of(n.inputs.begin(), n.inputs.end(), [&](value_id v) {
        return v == absent || (value_at(m, v).constant && is_readable(value_at(m, v).type));
    });
}

}  // namespace

const tensor_data& constant_node::input(std::size_t i) const {
    return *value_at(model, at.inputs[i]).constant;
}

const value& constant_node::output() const { return value_at(model, at.outputs[0]); }

shared_tensor evaluate(const onnx_model& m, const node& n) {
    if (n.outputs.empty() || n.outputs[0] == absent) return {};
    if (const shared_tensor& known = value_at(m, n.outputs[0]).constant) return known;
    const auto rule = rules.find(n.op_type);
    if (rule == rules.end() || n.inputs.empty() || !reads_constants(m, n)) return {};
    return rule->second(constant_node(m, n));
}

}  // namespace onnx2hpp
