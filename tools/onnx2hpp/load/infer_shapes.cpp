// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/load/file_types.hpp>
#include <onnx2hpp/load/infer_shapes.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/load/texts.hpp>
#include <onnx2hpp/onnx/choosing_branches.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace onnx2hpp {
namespace {

const std::unordered_map<std::string_view, shape_rule> rules{
    {"Abs", shape_unary_number},
    {"Acos", shape_unary},
    {"Acosh", shape_unary},
    {"Add", shape_binary},
    {"And", shape_logical},
    {"ArgMax", shape_arg_reduce},
    {"ArgMin", shape_arg_reduce},
    {"Asin", shape_unary},
    {"Asinh", shape_unary},
    {"Atan", shape_unary},
    {"Atanh", shape_unary},
    {"AveragePool", shape_average_pool},
    {"BatchNormalization", shape_batch_normalization},
    {"BitCast", shape_bit_cast},
    {"BitShift", shape_bit_shift},
    {"BitwiseAnd", shape_bitwise},
    {"BitwiseNot", shape_bitwise_not},
    {"BitwiseOr", shape_bitwise},
    {"BitwiseXor", shape_bitwise},
    {"Cast", shape_cast},
    {"Ceil", shape_unary},
    {"Celu", shape_unary},
    {"Clip", shape_clip},
    {"Col2Im", shape_col2im},
    {"Concat", shape_concat},
    {"ConstantOfShape", shape_constant_of_shape},
    {"Conv", shape_conv},
    {"ConvTranspose", shape_conv_transpose},
    {"Cos", shape_unary},
    {"Cosh", shape_unary},
    {"Cumulate", shape_cumulate},
    {"DeformConv", shape_deform_conv},
    {"DequantizeLinear", shape_dequantize_linear},
    {"Div", shape_binary},
    {"Elu", shape_unary},
    {"Equal", shape_compare},
    {"Erf", shape_unary},
    {"Exp", shape_unary},
    {"Expand", shape_expand},
    {"Flatten", shape_flatten},
    {"Floor", shape_unary},
    {"GRUParts", shape_recurrent},
    {"Gather", shape_gather},
    {"GatherElements", shape_gather_elements},
    {"GatherND", shape_gather_nd},
    {"Gelu", shape_unary},
    {"Gemm", shape_gemm},
    {"GlobalAveragePool", shape_global_average_pool},
    {"Greater", shape_compare},
    {"GreaterOrEqual", shape_compare},
    {"GridSample", shape_grid_sample},
    {"HardSigmoid", shape_unary},
    {"HardSwish", shape_unary},
    {"Identity", shape_identity},
    {"IsInf", shape_is_special},
    {"IsNaN", shape_is_special},
    {"LRN", shape_lrn},
    {"LSTMParts", shape_recurrent},
    {"LeakyRelu", shape_unary},
    {"Less", shape_compare},
    {"LessOrEqual", shape_compare},
    {"Log", shape_unary},
    {"LogSoftmax", shape_softmax},
    {"LpPool", shape_lp_pool},
    {"MatMul", shape_matmul},
    {"Max", shape_binary},
    {"MaxPool", shape_max_pool},
    {"MaxPoolIndices", shape_max_pool_indices},
    {"MaxUnpool", shape_max_unpool},
    {"Min", shape_binary},
    {"Mish", shape_unary},
    {"Mod", shape_mod},
    {"Mul", shape_binary},
    {"Neg", shape_unary_number},
    {"NonZero", shape_non_zero},
    {"Normalize", shape_normalize},
    {"Not", shape_not},
    {"Or", shape_logical},
    {"PRelu", shape_prelu},
    {"Pad", shape_pad},
    {"Pivots", shape_pivots},
    {"Pow", shape_power},
    {"QuantizeLinear", shape_quantize_linear},
    {"RNNParts", shape_recurrent},
    {"Range", shape_range},
    {"Reciprocal", shape_unary},
    {"ReduceL1", shape_reduce},
    {"ReduceL2", shape_reduce},
    {"ReduceLogSum", shape_reduce},
    {"ReduceLogSumExp", shape_reduce},
    {"ReduceMax", shape_reduce},
    {"ReduceMean", shape_reduce},
    {"ReduceMin", shape_reduce},
    {"ReduceProd", shape_reduce},
    {"ReduceSum", shape_reduce},
    {"ReduceSumSquare", shape_reduce},
    {"Relu", shape_relu},
    {"Reshape", shape_reshape},
    {"Resize", shape_resize},
    {"RoiAlign", shape_roi_align},
    {"Round", shape_unary},
    {"RoundToHalf", shape_unary},
    {"Scatter", shape_scatter_elements},
    {"ScatterElements", shape_scatter_elements},
    {"ScatterND", shape_scatter_nd},
    {"SelectBoxes", shape_select_boxes},
    {"Selu", shape_unary},
    {"Shrink", shape_unary},
    {"Sigmoid", shape_unary},
    {"Sign", shape_unary_number},
    {"Sin", shape_unary},
    {"Sinh", shape_unary},
    {"Slice", shape_slice},
    {"Softmax", shape_softmax},
    {"Softplus", shape_unary},
    {"Softsign", shape_unary},
    {"Sqrt", shape_unary},
    {"Squeeze", shape_squeeze},
    {"Sub", shape_binary},
    {"Swish", shape_unary},
    {"Tan", shape_unary},
    {"Tanh", shape_unary},
    {"ThresholdedRelu", shape_unary},
    {"Tile", shape_tile},
    {"TopKIndices", shape_top_k},
    {"TopKValues", shape_top_k},
    {"Transpose", shape_transpose},
    {"Trees", shape_trees},
    {"Unsqueeze", shape_unsqueeze},
    {"Upsample", shape_resize},
    {"Where", shape_where},
    {"Xor", shape_logical},
};

bool is_known(const onnx_model& model, value_id v) {
    return v == absent || model.values[static_cast<std::size_t>(v)].shape_known;
}

void require_known_outputs(const onnx_model& model, const node& n) {
    for (const value_id v : n.outputs)
        if (!is_known(model, v))
            fail_unsupported(n, "this operator is not supported",
                             "docs/reference/operators.md lists what is");
}

void refuse_further_outputs(const onnx_model& model, const node& n) {
    for (std::size_t i = 1; i < n.outputs.size(); ++i)
        if (!is_known(model, n.outputs[i]))
            fail_unsupported(
                n,
                fmt::format("its output {} ({}) is used, but only output 0 is "
                            "supported",
                            i, in_quotes(model.values[std::size_t(n.outputs[i])].name)),
                "leave it unused, or compute it with other operators");
}

void apply_shape_rule(onnx_model& model, const node& n) {
    const auto rule = rules.find(qualified_name(n));
    if (rule == rules.end()) return require_known_outputs(model, n);
    shape_context context(model, n);
    rule->second(context);
    refuse_further_outputs(model, n);
}

/// What a node makes if that is known: what it computes of constants, or no elements at all.
shared_tensor known_result(const onnx_model& model, const node& n) {
    if (n.outputs.empty() || n.outputs[0] == absent) return {};
    const value& output = model.values[static_cast<std::size_t>(n.outputs[0])];
    if (element_count(output.dims) != 0) return evaluate(model, n);
    return std::make_shared<const tensor_data>(tensor_data{output.type, output.dims, {}});
}

/// No kernel makes something of nothing; only a Concat leaves out what is empty.
void refuse_empty_input(const onnx_model& model, const node& n) {
    if (n.op_type == "Concat" || !has_input(n, 0)) return;
    const value& input = model.values[static_cast<std::size_t>(n.inputs[0])];
    if (element_count(input.dims) == 0)
        fail_unsupported(n,
                         fmt::format("its input {} of shape {} is empty", in_quotes(input.name),
                                     to_text(input.dims)),
                         "empty tensors have no use at run time");
}

void check_output(const value& output) {
    if (!output.shape_known)
        fail_bad_input(fmt::format("output {} is a value of a body or branch that does not run",
                                   in_quotes(output.name)));
    if (output.type == tigris::dtype::f64)
        fail_unsupported(fmt::format("output {} is of type double", in_quotes(output.name)),
                         "cast it to float");
}

/// What an output without elements holds is known.
bool is_left_out(const value& output) {
    if (element_count(output.dims) != 0) return false;
    note(fmt::format("output {} of shape {} has no elements and is left out",
                     in_quotes(output.name), to_text(output.dims)));
    return true;
}

void settle_outputs(onnx_model& model) {
    const auto value_of = [&](value_id v) -> const value& {
        return model.values[static_cast<std::size_t>(v)];
    };
    for (const value_id v : model.outputs) check_output(value_of(v));
    const auto left_out =
        std::erase_if(model.outputs, [&](value_id v) { return is_left_out(value_of(v)); });
    if (left_out > 0 && model.outputs.empty())
        fail_unsupported("every output of the model is empty",
                         "empty tensors have no use at run time");
}

/// Whether a node stands in a branch that is not taken. Its condition is unknown where that of a
/// branch around it says so.
bool is_skipped(const onnx_model& model, const node& n) {
    return std::any_of(n.branches.begin(), n.branches.end(), [&](const branch& b) {
        const value& condition = model.values[static_cast<std::size_t>(b.condition)];
        if (!condition.constant || condition.constant->bytes.empty()) return !condition.shape_known;
        return (condition.constant->bytes[0] != std::byte{0}) != b.taken;
    });
}

/// Names of what a body or branch makes begin with its node's, so a file can name them outside.
void refuse_unknown_inputs(const onnx_model& model, const node& n) {
    for (const value_id v : n.inputs)
        if (n.op_type != "If" && !is_known(model, v))
            fail_bad_input(
                n, fmt::format("its input {} is a value of a body or branch that does not run",
                               in_quotes(model.values[static_cast<std::size_t>(v)].name)));
}

void infer(onnx_model& model, node n);

/// Whether the node became several.
bool take_apart(onnx_model& model, const node& n) {
    expansion parts(model, n, infer);
    const expansion_rule expand = expansion_of(n);
    if (!expand || !expand(parts)) return false;
    set_file_types(model, n);
    return true;
}

/// Doubles are constants; what floats hold was taken as float before.
void refuse_doubles(const onnx_model& model, const node& n) {
    const auto is_double = [&](value_id v) {
        return v != absent && model.values[static_cast<std::size_t>(v)].type == tigris::dtype::f64;
    };
    if (std::any_of(n.inputs.begin(), n.inputs.end(), is_double) || is_double(n.outputs[0]))
        fail_unsupported(n, "it computes with numbers of type double at run time",
                         "export the model with float");
}

/// A node becomes several, or a constant, or stays, or is gone.
void infer(onnx_model& model, node n) {
    if (is_skipped(model, n)) return;
    refuse_unknown_inputs(model, n);
    if (n.body && std::count(n.outputs.begin(), n.outputs.end(), absent) == std::ssize(n.outputs))
        return;
    require_numbers(model, n);
    hold_doubles_as_floats(model, n);
    refuse_file_types(model, n);
    if (take_apart(model, n)) return;
    apply_shape_rule(model, n);
    set_file_types(model, n);
    pass_texts(model, n);
    if (const shared_tensor result = known_result(model, n))
        return set_constant(model.values[static_cast<std::size_t>(n.outputs[0])], result);
    refuse_doubles(model, n);
    refuse_empty_input(model, n);
    model.nodes.push_back(std::move(n));
}

/// A branch need not make sense where it is not taken. What fails in one that may or may not be
/// taken asks for the condition.
[[noreturn]] void fail_in_branch(const onnx_model& model, const std::vector<branch>& branches,
                                 const failure& found) {
    for (const branch& b : branches)
        if (!model.values[static_cast<std::size_t>(b.condition)].constant)
            fail_unsupported(
                std::string(found.what()) +
                    "; it is in a branch of an If whose condition is computed at run "
                    "time",
                fmt::format("{}, and --if {}={} takes the other branch",
                            way_to_choose(model, b.condition), b.of, b.taken ? "else" : "then"));
    throw found;
}

void infer_in_branch(onnx_model& model, node n) {
    const std::vector<branch> branches = n.branches;
    try {
        infer(model, std::move(n));
    } catch (const failure& found) {
        fail_in_branch(model, branches, found);
    }
}

/// A copy of the node, which takes its attributes: those of trees are as large as the file.
node with_its_attributes(node& n) {
    attribute_map attributes = std::exchange(n.attributes, {});
    node copy = n;
    copy.attributes = std::move(attributes);
    return copy;
}

}  // namespace

void infer_shapes(onnx_model& model) {
    folding_memory memory(model);
    std::vector<node> nodes = std::exchange(model.nodes, {});
    for (node& n : nodes) {
        infer_in_branch(model, with_its_attributes(n));
        memory.release(model, n);
    }
    settle_outputs(model);
}

}  // namespace onnx2hpp
