// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

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
    const operator_entry& entry = entry_of(m, n);
    if (!entry.evaluate || n.inputs.empty() || !reads_constants(m, n)) return {};
    if (!is_sensible(m, n)) return {};
    require_folding_memory(m, n);
    return entry.evaluate(constant_node(m, n));
}

}  // namespace onnx2hpp
