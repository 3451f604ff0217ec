// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace onnx2hpp {
namespace {

const std::unordered_map<std::string_view, evaluation_rule> rules{
    {"Abs", evaluate_absolute},
    {"Add", evaluate_add},
    {"And", evaluate_and},
    {"BitCast", evaluate_bit_cast},
    {"BitwiseAnd", evaluate_bitwise_and},
    {"BitwiseOr", evaluate_bitwise_or},
    {"BitwiseXor", evaluate_bitwise_xor},
    {"Cast", evaluate_cast},
    {"Ceil", evaluate_ceiling},
    {"Clip", evaluate_clip},
    {"Concat", evaluate_concat},
    {"CumSum", evaluate_cumulative_sum},
    {"Div", evaluate_divide},
    {"Equal", evaluate_equal},
    {"Exp", evaluate_exponential},
    {"Expand", evaluate_tile},
    {"Flatten", evaluate_reshape},
    {"Floor", evaluate_floor},
    {"Gather", evaluate_gather},
    {"GatherElements", evaluate_gather_elements},
    {"GatherND", evaluate_gather_nd},
    {"Greater", evaluate_greater},
    {"GreaterOrEqual", evaluate_greater_or_equal},
    {"Less", evaluate_less},
    {"LessOrEqual", evaluate_less_or_equal},
    {"Log", evaluate_logarithm},
    {"MatMul", evaluate_sum_of_nothing},
    {"Max", evaluate_max},
    {"Min", evaluate_min},
    {"Mod", evaluate_modulo},
    {"Mul", evaluate_multiply},
    {"Neg", evaluate_negate},
    {"NonZero", evaluate_non_zero},
    {"Not", evaluate_not},
    {"Or", evaluate_or},
    {"Pad", evaluate_pad},
    {"Pow", evaluate_power},
    {"QuantizeLinear", evaluate_quantize},
    {"Range", evaluate_range},
    {"Reciprocal", evaluate_reciprocal},
    {"ReduceL1", evaluate_sum_of_nothing},
    {"ReduceL2", evaluate_sum_of_nothing},
    {"ReduceLogSum", evaluate_logarithm_of_nothing},
    {"ReduceLogSumExp", evaluate_logarithm_of_nothing},
    {"ReduceMax", evaluate_reduce_max},
    {"ReduceMin", evaluate_reduce_min},
    {"ReduceProd", evaluate_reduce_product},
    {"ReduceSum", evaluate_reduce_sum},
    {"ReduceSumSquare", evaluate_sum_of_nothing},
    {"Reshape", evaluate_reshape},
    {"Round", evaluate_round},
    {"RoundToHalf", evaluate_round_to_half},
    {"Scatter", evaluate_scatter_elements},
    {"ScatterElements", evaluate_scatter_elements},
    {"ScatterND", evaluate_scatter_nd},
    {"Slice", evaluate_slice},
    {"Sqrt", evaluate_square_root},
    {"Squeeze", evaluate_reshape},
    {"Sub", evaluate_subtract},
    {"Sum", evaluate_sum},
    {"Tile", evaluate_tile},
    {"Transpose", evaluate_transpose},
    {"Unsqueeze", evaluate_reshape},
    {"Where", evaluate_where},
    {"Xor", evaluate_xor},
};

/// Whether everything that a node reads is constant, of a type that can be read.
bool reads_constants(const onnx_model& m, const node& n) {
    return std::all_of(n.inputs.begin(), n.inputs.end(), [&](value_id v) {
        return v == absent || (value_at(m, v).constant && is_readable(value_at(m, v).type));
    });
}

/// Whether a result is no larger than a sensible constant, or not much larger than what it is made
/// of; a file of a few bytes must not ask for gigabytes.
bool is_sensible(const onnx_model& m, const node& n) {
    constexpr std::int64_t sensible = std::int64_t{1} << 24;
    std::int64_t read = 0;
    for (const value_id v : n.inputs)
        if (v != absent) read += element_count(value_at(m, v).dims);
    return element_count(value_at(m, n.outputs[0]).dims) <= std::max(sensible, 4 * read);
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
    if (!is_sensible(m, n)) return {};
    require_folding_memory(m, n);
    return rule->second(constant_node(m, n));
}

}  // namespace onnx2hpp
