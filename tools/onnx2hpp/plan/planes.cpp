// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/planes.hpp>

#include <onnx2hpp/as_index.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The tensor whose memory t is, through reshapes.
int storage_of(const lowered_model& model, int t) {
    for (auto n = model.nodes.rbegin(); n != model.nodes.rend(); ++n)
        if (n->outputs[0] == t && std::holds_alternative<tigris::ops::reshape>(n->op))
            t = n->inputs[0];
    return t;
}

bool is_interleaved(const lowered_model& model, int input) {
    return std::any_of(model.nodes.begin(), model.nodes.end(), [&](const lowered_node& n) {
        return std::holds_alternative<tigris::ops::interleave>(n.op) &&
               storage_of(model, n.inputs[0]) == input;
    });
}

bool is_transposed(const lowered_model& model, int output) {
    const int made = storage_of(model, output);
    return std::any_of(model.nodes.begin(), model.nodes.end(), [&](const lowered_node& n) {
        return std::holds_alternative<tigris::ops::transpose>(n.op) && n.outputs[0] == made;
    });
}

/// One mode for all edges, or one for each.
bool passes_rows(const std::vector<tigris::io>& modes, std::size_t edge) {
    if (modes.empty()) return false;
    return modes[modes.size() == 1 ? 0 : std::min(edge, modes.size() - 1)] == tigris::io::rows;
}

[[noreturn]] void fail_rows(const lowered_model& model, const char* role, int edge) {
    fail_bad_input(fmt::format(
        "{0} {1} cannot pass row by row: it lies in ONNX's order, in planes of channels; leave out "
        "--io-layout onnx, or give it another mode than rows with --{0}",
        role, in_quotes(model.tensor_names[as_index(edge)])));
}

}  // namespace

bool has_inputs_in_planes(const lowered_model& model) {
    return std::any_of(model.inputs.begin(), model.inputs.end(),
                       [&](int input) { return is_interleaved(model, input); });
}

void refuse_rows_of_planes(const lowered_model& model, const options& o) {
    if (o.layout != io_layout::onnx) return;
    for (std::size_t i = 0; i < model.inputs.size(); ++i)
        if (passes_rows(o.input_modes, i) && is_interleaved(model, model.inputs[i]))
            fail_rows(model, "input", model.inputs[i]);
    for (std::size_t i = 0; i < model.outputs.size(); ++i)
        if (passes_rows(o.output_modes, i) && is_transposed(model, model.outputs[i]))
            fail_rows(model, "output", model.outputs[i]);
}

}  // namespace onnx2hpp
