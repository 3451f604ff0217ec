// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/operators.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace onnx2hpp {
namespace {

struct attribute_rule {
    std::string_view name;
    attribute_kind kind;
    bool required = false;
};

constexpr attribute_rule required(attribute_rule rule) {
    rule.required = true;
    return rule;
}

/// Versions of an operator that take the same inputs and attributes.
struct signature {
    std::string_view op_type;
    std::vector<int> versions;
    std::size_t min_inputs;
    std::size_t max_inputs;
    std::vector<attribute_rule> attributes;
};

constexpr auto integer = attribute_kind::integer;
constexpr auto real = attribute_kind::real;
constexpr auto text = attribute_kind::text;
constexpr auto integers = attribute_kind::integers;
constexpr auto reals = attribute_kind::reals;

/// As many inputs as there are.
constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

constexpr attribute_rule allowzero{"allowzero", integer};
constexpr attribute_rule alpha{"alpha", real};
constexpr attribute_rule antialias{"antialias", integer};
constexpr attribute_rule auto_pad{"auto_pad", text};
constexpr attribute_rule axes{"axes", integers};
constexpr attribute_rule axis{"axis", integer};
constexpr attribute_rule beta{"beta", real};
constexpr attribute_rule block_size{"block_size", integer};
constexpr attribute_rule broadcast{"broadcast", integer};
constexpr attribute_rule ceil_mode{"ceil_mode", integer};
constexpr attribute_rule coordinate_transformation_mode{"coordinate_transformation_mode", text};
constexpr attribute_rule count_include_pad{"count_include_pad", integer};
constexpr attribute_rule cubic_coeff_a{"cubic_coeff_a", real};
constexpr attribute_rule dilations{"dilations", integers};
constexpr attribute_rule epsilon{"epsilon", real};
constexpr attribute_rule exclude_outside{"exclude_outside", integer};
constexpr attribute_rule extrapolation_value{"extrapolation_value", real};
constexpr attribute_rule group{"group", integer};
constexpr attribute_rule is_test{"is_test", integer};
constexpr attribute_rule keep_aspect_ratio_policy{"keep_aspect_ratio_policy", text};
constexpr attribute_rule keepdims{"keepdims", integer};
constexpr attribute_rule kernel_shape{"kernel_shape", integers};
constexpr attribute_rule max{"max", real};
constexpr attribute_rule min{"min", real};
constexpr attribute_rule mode{"mode", text};
constexpr attribute_rule momentum{"momentum", real};
constexpr attribute_rule nearest_mode{"nearest_mode", text};
constexpr attribute_rule noop_with_empty_axes{"noop_with_empty_axes", integer};
constexpr attribute_rule output_dtype{"output_dtype", integer};
constexpr attribute_rule pads{"pads", integers};
constexpr attribute_rule perm{"perm", integers};
constexpr attribute_rule precision{"precision", integer};
constexpr attribute_rule ratio{"ratio", real};
constexpr attribute_rule saturate{"saturate", integer};
constexpr attribute_rule scales{"scales", reals};
constexpr attribute_rule seed{"seed", integer};
constexpr attribute_rule spatial{"spatial", integer};
constexpr attribute_rule storage_order{"storage_order", integer};
constexpr attribute_rule strides{"strides", integers};
constexpr attribute_rule training_mode{"training_mode", integer};
constexpr attribute_rule trans_a{"transA", integer};
constexpr attribute_rule trans_b{"transB", integer};
constexpr attribute_rule value{"value", attribute_kind::tensor};
constexpr attribute_rule value_float{"value_float", real};
constexpr attribute_rule value_floats{"value_floats", reals};
constexpr attribute_rule value_int{"value_int", integer};
constexpr attribute_rule value_ints{"value_ints", integers};
constexpr attribute_rule pad_value{"value", real};

/// All that is known, versions ascending within an operator.
const std::vector<signature>& signatures() {
    // clang-format off
    static const std::vector<signature> all{
        {"Add", {6}, 2, 2, {axis, broadcast}},
        {"Add", {7, 13, 14}, 2, 2, {}},
        {"AveragePool", {1}, 1, 1, {auto_pad, required(kernel_shape), pads, strides}},
        {"AveragePool", {7}, 1, 1,
            {auto_pad, count_include_pad, required(kernel_shape), pads, strides}},
        {"AveragePool", {10, 11}, 1, 1,
            {auto_pad, ceil_mode, count_include_pad, required(kernel_shape), pads, strides}},
        {"AveragePool", {19, 22}, 1, 1,
            {auto_pad, ceil_mode, count_include_pad, dilations, required(kernel_shape), pads,
             strides}},
        {"BatchNormalization", {6}, 5, 5, {epsilon, is_test, momentum, spatial}},
        {"BatchNormalization", {7}, 5, 5, {epsilon, momentum, spatial}},
        {"BatchNormalization", {9}, 5, 5, {epsilon, momentum}},
        {"BatchNormalization", {14, 15}, 5, 5, {epsilon, momentum, training_mode}},
        {"Clip", {6}, 1, 1, {max, min}},
        {"Clip", {11, 12, 13}, 1, 3, {}},
        {"Concat", {4, 11, 13}, 1, any_number, {required(axis)}},
        {"Constant", {1, 9, 11}, 0, 0, {required(value)}},
        {"Constant", {12, 13, 19, 21, 23, 24, 25}, 0, 0,
            {value, value_float, value_floats, value_int, value_ints}},
        {"ConstantOfShape", {9, 20, 21, 23, 24, 25}, 1, 1, {value}},
        {"Conv", {1, 11, 22}, 2, 3, {auto_pad, dilations, group, kernel_shape, pads, strides}},
        {"DequantizeLinear", {10}, 2, 3, {}},
        {"DequantizeLinear", {13, 19}, 2, 3, {axis}},
        {"DequantizeLinear", {21}, 2, 3, {axis, block_size}},
        {"DequantizeLinear", {23, 24, 25}, 2, 3, {axis, block_size, output_dtype}},
        {"Dropout", {6}, 1, 1, {is_test, ratio}},
        {"Dropout", {7, 10}, 1, 1, {ratio}},
        {"Dropout", {12, 13, 22}, 1, 3, {seed}},
        {"Flatten", {1, 9, 11, 13, 21, 23, 24, 25}, 1, 1, {axis}},
        {"Gemm", {6}, 3, 3, {alpha, beta, broadcast, trans_a, trans_b}},
        {"Gemm", {7, 9}, 3, 3, {alpha, beta, trans_a, trans_b}},
        {"Gemm", {11, 13}, 2, 3, {alpha, beta, trans_a, trans_b}},
        {"GlobalAveragePool", {1, 22}, 1, 1, {}},
        {"HardSigmoid", {6, 22}, 1, 1, {alpha, beta}},
        {"HardSwish", {14, 22}, 1, 1, {}},
        {"Identity", {1, 13, 14, 16, 19, 21, 23, 24, 25}, 1, 1, {}},
        {"LogSoftmax", {1, 11, 13}, 1, 1, {axis}},
        {"MatMul", {1, 9, 13}, 2, 2, {}},
        {"MaxPool", {1}, 1, 1, {auto_pad, required(kernel_shape), pads, strides}},
        {"MaxPool", {8}, 1, 1, {auto_pad, required(kernel_shape), pads, storage_order, strides}},
        {"MaxPool", {10, 11, 12, 22}, 1, 1,
            {auto_pad, ceil_mode, dilations, required(kernel_shape), pads, storage_order, strides}},
        {"Mul", {6}, 2, 2, {axis, broadcast}},
        {"Mul", {7, 13, 14}, 2, 2, {}},
        {"Pad", {2}, 1, 1, {mode, required(pads), pad_value}},
        {"Pad", {11, 13}, 2, 3, {mode}},
        {"Pad", {18, 19, 21, 23, 24, 25}, 2, 4, {mode}},
        {"QuantizeLinear", {10}, 2, 3, {}},
        {"QuantizeLinear", {13}, 2, 3, {axis}},
        {"QuantizeLinear", {19}, 2, 3, {axis, saturate}},
        {"QuantizeLinear", {21}, 2, 3, {axis, block_size, output_dtype, saturate}},
        {"QuantizeLinear", {23, 24, 25}, 2, 3,
            {axis, block_size, output_dtype, precision, saturate}},
        {"ReduceMean", {1, 11, 13}, 1, 1, {axes, keepdims}},
        {"ReduceMean", {18}, 1, 2, {keepdims, noop_with_empty_axes}},
        {"Relu", {6, 13, 14}, 1, 1, {}},
        {"Reshape", {5, 13}, 2, 2, {}},
        {"Reshape", {14, 19, 21, 23, 24, 25}, 2, 2, {allowzero}},
        {"Resize", {10}, 2, 2, {mode}},
        {"Resize", {11, 13}, 1, 4,
            {coordinate_transformation_mode, cubic_coeff_a, exclude_outside, extrapolation_value,
             mode, nearest_mode}},
        {"Resize", {18, 19}, 1, 4,
            {antialias, axes, coordinate_transformation_mode, cubic_coeff_a, exclude_outside,
             extrapolation_value, keep_aspect_ratio_policy, mode, nearest_mode}},
        {"Sigmoid", {6, 13}, 1, 1, {}},
        {"Softmax", {1, 11, 13}, 1, 1, {axis}},
        {"Squeeze", {1, 11}, 1, 1, {axes}},
        {"Squeeze", {13, 21, 23, 24, 25}, 1, 2, {}},
        {"Transpose", {1, 13, 21, 23, 24, 25}, 1, 1, {perm}},
        {"Unsqueeze", {1, 11}, 1, 1, {required(axes)}},
        {"Unsqueeze", {13, 21, 23, 24, 25}, 2, 2, {}},
        {"Upsample", {7}, 1, 1, {mode, required(scales)}},
        {"Upsample", {9, 10}, 2, 2, {mode}},
    };
    // clang-format on
    return all;
}

bool is_known(const node& n) {
    return n.domain.empty() &&
           std::any_of(signatures().begin(), signatures().end(),
                       [&n](const signature& s) { return s.op_type == n.op_type; });
}

bool has_subgraph(const node& n) {
    return n.op_type == "If" || n.op_type == "Loop" || n.op_type == "Scan";
}

[[noreturn]] void fail_unknown(const node& n) {
    if (n.domain.empty() && has_subgraph(n))
        fail_unsupported(n, "control flow is not supported",
                         "export the model with fixed control flow");
    if (!n.domain.empty())
        fail_unsupported(n, "operators of domain " + in_quotes(n.domain) + " are not supported",
                         "export the model with operators of ai.onnx");
    fail_unsupported(n, "this operator is not supported",
                     "replace it by operators listed in docs/pipeline.md");
}

/// The signature in force; sets n.since.
const signature& select_signature(node& n, int opset) {
    n.since = opset;
    if (opset > newest_opset)
        fail_unsupported(
            n,
            fmt::format("opset {} is newer than {}, the newest that is known", opset, newest_opset),
            "export the model with an older opset");
    const signature* in_force = nullptr;
    for (const signature& s : signatures())
        for (const int version : s.versions)
            if (s.op_type == n.op_type && version <= opset) in_force = &s, n.since = version;
    if (in_force) return *in_force;
    fail_unsupported(n,
                     fmt::format("opset {} is older than the versions of it that are known", opset),
                     "export the model with opset 13 or later");
}

void check_inputs(const node& n, const signature& s) {
    if (n.inputs.size() > s.max_inputs)
        fail_unsupported(n,
                         fmt::format("it has {} inputs, but at most {} are known", n.inputs.size(),
                                     s.max_inputs),
                         "export the model with a current exporter");
    for (std::size_t i = 0; i < s.min_inputs; ++i)
        if (i >= n.inputs.size() || n.inputs[i] == absent)
            fail_bad_input(n, fmt::format("input {} is missing", i));
}

const attribute_rule& rule_of(const node& n, const signature& s, const std::string& name) {
    const auto found = std::find_if(s.attributes.begin(), s.attributes.end(),
                                    [&name](const attribute_rule& a) { return a.name == name; });
    if (found == s.attributes.end())
        fail_unsupported(n, "attribute " + in_quotes(name) + " is not known for this version",
                         "export the model with a current exporter");
    return *found;
}

void check_attributes(const node& n, const signature& s) {
    for (const auto& [name, held] : n.attributes) {
        const attribute_rule& rule = rule_of(n, s, name);
        const auto kind = static_cast<attribute_kind>(held.index());
        if (kind != rule.kind)
            fail_bad_input(n, fmt::format("attribute {} is of type {}, but must be {}",
                                          in_quotes(name), name_of(kind), name_of(rule.kind)));
    }
    for (const attribute_rule& rule : s.attributes)
        if (rule.required && !n.attributes.contains(std::string(rule.name)))
            fail_bad_input(n, fmt::format("attribute {} is missing", in_quotes(rule.name)));
}

}  // namespace

std::string_view name_of(attribute_kind kind) {
    constexpr std::string_view names[] = {"INT", "FLOAT", "STRING", "INTS", "FLOATS", "TENSOR"};
    return names[static_cast<std::size_t>(kind)];
}

void require_known_operator(const node& n) {
    if (!is_known(n)) fail_unknown(n);
}

void apply_operator_rule(node& n, int opset) {
    require_known_operator(n);
    const signature& in_force = select_signature(n, opset);
    check_inputs(n, in_force);
    check_attributes(n, in_force);
}

}  // namespace onnx2hpp
