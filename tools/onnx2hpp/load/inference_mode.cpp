// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/inference_mode.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

void mark(std::vector<bool>& is_read, const std::vector<value_id>& values) {
    for (const value_id v : values)
        if (v != absent) is_read[static_cast<std::size_t>(v)] = true;
}

void mark_read(std::vector<bool>& is_read, const std::vector<node>& nodes) {
    for (const node& n : nodes) {
        mark(is_read, n.inputs);
        for (const branch& b : n.branches) mark(is_read, {b.condition});
        if (!n.body) continue;
        mark(is_read, n.body->outputs);
        mark_read(is_read, n.body->nodes);
    }
}

std::vector<bool> values_read(const onnx_model& model) {
    std::vector<bool> is_read(model.values.size());
    mark_read(is_read, model.nodes);
    mark(is_read, model.outputs);
    return is_read;
}

/// Outputs after the first that nobody reads are absent; those at the end are gone.
void drop_unread_outputs(const onnx_model& model, const std::vector<bool>& is_read, node& n) {
    const bool may_lack_first = expands_without_first_output(model, n);
    for (std::size_t i = may_lack_first ? 0 : 1; i < n.outputs.size(); ++i)
        if (n.outputs[i] != absent && !is_read[static_cast<std::size_t>(n.outputs[i])])
            n.outputs[i] = absent;
    while (!traits_of(model, n).keeps_unread_outputs && n.outputs.size() > 1 &&
           n.outputs.back() == absent)
        n.outputs.pop_back();
}

/// Whether input k is a constant of zeros, or false.
bool is_zero(const onnx_model& model, const node& n, std::size_t k) {
    const auto& constant = model.values[static_cast<std::size_t>(n.inputs[k])].constant;
    return constant && std::all_of(constant->bytes.begin(), constant->bytes.end(),
                                   [](std::byte b) { return b == std::byte{0}; });
}

/// Whether a node is a Dropout that keeps all elements in training, too. Source: ONNX Dropout-13.
bool keeps_all(const onnx_model& model, const node& n) {
    if (n.op_type != "Dropout") return false;
    return has_input(n, 1) ? is_zero(model, n, 1) : real_attribute(n, "ratio", 0.5F) == 0;
}

bool trains(const onnx_model& model, const node& n) {
    if (n.since <= 6 && integer_attribute(n, "is_test", 0) == 0) return true;
    if (integer_attribute(n, "training_mode", 0) != 0) return true;
    return n.op_type == "Dropout" && has_input(n, 2) && !is_zero(model, n, 2);
}

void refuse_training(const onnx_model& model, const node& n) {
    if (trains(model, n) && !keeps_all(model, n))
        fail_unsupported(n, "it is in training mode", "export the model for inference");
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
    if (const auto* tensor = std::get_if<std::shared_ptr<const tensor_data>>(&held)) return *tensor;
    fail_unsupported(n, "it holds strings", "use numbers; only labels may be strings");
}

void make_constant(onnx_model& model, const node& n) {
    set_constant(model.values[static_cast<std::size_t>(n.outputs[0])], constant_of(n));
}

/// Constant nodes become constants, those of bodies too.
void take_constants(onnx_model& model, std::vector<node>& nodes) {
    for (const node& n : nodes) {
        if (n.op_type == "Constant") make_constant(model, n);
        if (n.body) take_constants(model, n.body->nodes);
    }
    std::erase_if(nodes, [](const node& n) { return n.op_type == "Constant"; });
}

void leave_training_out(onnx_model& model, const std::vector<bool>& is_read,
                        std::vector<node>& nodes) {
    for (node& n : nodes) {
        drop_unread_outputs(model, is_read, n);
        if (n.op_type == "BatchNormalization" || n.op_type == "Dropout") refuse_training(model, n);
        if (n.body) leave_training_out(model, is_read, n.body->nodes);
    }
}

}  // namespace

bool expands_without_first_output(const onnx_model& model, const node& n) {
    return n.outputs.size() > 1 && traits_of(model, n).may_lack_first_output;
}

void leave_training_out(onnx_model& model) {
    take_constants(model, model.nodes);
    leave_training_out(model, values_read(model), model.nodes);
}

}  // namespace onnx2hpp
