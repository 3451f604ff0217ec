// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/inference_mode.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

std::vector<bool> values_read(const onnx_model& model) {
    std::vector<bool> is_read(model.values.size());
    for (const node& n : model.nodes) {
        for (const value_id v : n.inputs)
            if (v != absent) is_read[static_cast<std::size_t>(v)] = true;
        for (const branch& b : n.branches) is_read[static_cast<std::size_t>(b.condition)] = true;
    }
    for (const value_id v : model.outputs) is_read[static_cast<std::size_t>(v)] = true;
    return is_read;
}

/// A Split of equal parts makes as many as it has outputs, whoever reads them; an If has as many
/// inputs.
bool counts_outputs(const node& n) { return n.op_type == "Split" || n.op_type == "If"; }

/// Outputs behind the first that nobody reads are absent; those at the end are gone.
void drop_unread_outputs(const std::vector<bool>& is_read, node& n) {
    const bool may_lack_first = expands_without_first_output(n);
    for (std::size_t i = may_lack_first ? 0 : 1; i < n.outputs.size(); ++i)
        if (n.outputs[i] != absent && !is_read[static_cast<std::size_t>(n.outputs[i])])
            n.outputs[i] = absent;
    while (!counts_outputs(n) && n.outputs.size() > 1 && n.outputs.back() == absent)
        n.outputs.pop_back();
}

/// Whether a Dropout's training_mode input, a single constant, is false or absent.
bool is_off(const onnx_model& model, const node& n) {
    if (n.op_type != "Dropout" || !has_input(n, 2)) return true;
    const auto& constant = model.values[static_cast<std::size_t>(n.inputs[2])].constant;
    return constant && std::all_of(constant->bytes.begin(), constant->bytes.end(),
                                   [](std::byte b) { return b == std::byte{0}; });
}

void refuse_training(const onnx_model& model, const node& n) {
    const bool tests = n.since > 6 || integer_attribute(n, "is_test", 0) != 0;
    const bool infers = tests && integer_attribute(n, "training_mode", 0) == 0 && is_off(model, n);
    if (!infers) fail_unsupported(n, "it is in training mode", "export the model for inference");
    if (integer_attribute(n, "spatial", 1) != 1)
        fail_unsupported(n, "statistics for each position (spatial = 0) are not supported",
                         "use statistics for each channel");
}

std::shared_ptr<const tensor_data> constant_of(const node& n) {
    using tigris::dtype;
    if (n.attributes.size() != 1) fail_bad_input(n, "it must have exactly one value");
    const attribute& held = n.attributes.begin()->second;
    if (const auto* integer = std::get_if<std::int64_t>(&held))
        return tensor_of<std::int64_t>(dtype::i64, {}, {*integer});
    if (const auto* real = std::get_if<float>(&held))
        return tensor_of<float>(dtype::f32, {}, {*real});
    if (const auto* integers = std::get_if<extents>(&held))
        return tensor_of(dtype::i64, {static_cast<std::int64_t>(integers->size())}, *integers);
    if (const auto* reals = std::get_if<std::vector<float>>(&held))
        return tensor_of(dtype::f32, {static_cast<std::int64_t>(reals->size())}, *reals);
    return std::get<std::shared_ptr<const tensor_data>>(held);
}

void make_constant(onnx_model& model, const node& n) {
    set_constant(model.values[static_cast<std::size_t>(n.outputs[0])], constant_of(n));
}

}  // namespace

bool expands_without_first_output(const node& n) {
    if (n.op_type == "TreeEnsembleClassifier" || n.op_type == "LinearClassifier")
        return n.outputs.size() > 1;
    return n.domain.empty() && n.outputs.size() > 1 &&
           (n.op_type == "LSTM" || n.op_type == "GRU" || n.op_type == "RNN" ||
            n.op_type == "MaxPool");
}

void leave_training_out(onnx_model& model) {
    for (const node& n : model.nodes)
        if (n.op_type == "Constant") make_constant(model, n);
    std::erase_if(model.nodes, [](const node& n) { return n.op_type == "Constant"; });
    const std::vector<bool> is_read = values_read(model);
    for (node& n : model.nodes) {
        drop_unread_outputs(is_read, n);
        if (n.op_type == "BatchNormalization" || n.op_type == "Dropout") refuse_training(model, n);
    }
}

}  // namespace onnx2hpp
