// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/load/file_types.hpp>
#include <onnx2hpp/load/infer_shapes.hpp>
#include <onnx2hpp/load/texts.hpp>
#include <onnx2hpp/onnx/choosing_branches.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/qdq.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

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
    const operator_entry& entry = entry_of(model, n);
    if (!entry.shape) return require_known_outputs(model, n);
    shape_context context(model, n);
    entry.shape(context);
    refuse_further_outputs(model, n);
}

/// What a node makes if that is known: what it computes of constants, or no elements at all.
shared_tensor known_result(const onnx_model& model, const node& n) {
    if (n.outputs.empty() || n.outputs[0] == absent) return {};
    const value& output = model.values[static_cast<std::size_t>(n.outputs[0])];
    if (element_count(output.dims) != 0) return evaluate(model, n);
    return std::make_shared<const tensor_data>(tensor_data{output.type, output.dims, {}});
}

/// No kernel makes something of nothing; only what joins leaves out what is empty.
void refuse_empty_input(const onnx_model& model, const node& n) {
    if (traits_of(model, n).joins || !has_input(n, 0)) return;
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

/// Layers that read transposed weights may read their codes, too.
void pass_codes(onnx_model& model, const node& n) {
    if (traits_of(model, n).moves != element_moves::permutation) return;
    const value& input = model.values[static_cast<std::size_t>(n.inputs[0])];
    if (!input.dequantized) return;
    const extents perm = permutation_attribute(n, input.dims.size());
    model.values[static_cast<std::size_t>(n.outputs[0])].dequantized =
        std::make_shared<const dequantized_constant>(
            permuted(*input.dequantized, {perm.begin(), perm.end()}));
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
    if (traits_of(model, n).chooses_branch) return;
    for (const value_id v : n.inputs)
        if (!is_known(model, v))
            fail_bad_input(
                n, fmt::format("its input {} is a value of a body or branch that does not run",
                               in_quotes(model.values[static_cast<std::size_t>(v)].name)));
}

void infer(onnx_model& model, node n);

/// Whether the node became several.
bool take_apart(onnx_model& model, const node& n) {
    expansion parts(model, n, infer);
    const operator_entry& entry = entry_of(model, n);
    if (!entry.expand || !entry.expand(parts)) return false;
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
    if (const shared_tensor result = known_result(model, n)) {
        pass_codes(model, n);
        return set_constant(model.values[static_cast<std::size_t>(n.outputs[0])], result);
    }
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

void append_inferred(onnx_model& model, node n) { infer(model, std::move(n)); }

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
