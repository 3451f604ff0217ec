// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/texts.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

bool is_text(const onnx_model& model, const node& n, std::size_t slot) {
    return has_input(n, slot) && model.values[static_cast<std::size_t>(n.inputs[slot])].is_text();
}

bool moves_texts(const node& n) {
    return n.domain.empty() &&
           is_one_of(n, {"Flatten", "Identity", "Reshape", "Squeeze", "Transpose", "Unsqueeze"});
}

/// Whether the operator has a rule for strings at its first input.
bool reads_texts(const node& n) {
    return n.op_type == "LabelEncoder" || (n.op_type == "Cast" && n.domain.empty());
}

}  // namespace

void require_numbers(const onnx_model& model, const node& n) {
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
        if (!is_text(model, n, i) || (i == 0 && (moves_texts(n) || reads_texts(n)))) continue;
        const std::string& name = model.values[static_cast<std::size_t>(n.inputs[i])].name;
        fail_unsupported(n, fmt::format("its input {} ({}) is of strings", i, in_quotes(name)),
                         "export the classifier with integer labels");
    }
}

void pass_texts(onnx_model& model, const node& n) {
    if (!moves_texts(n) || !is_text(model, n, 0)) return;
    model.values[static_cast<std::size_t>(n.outputs[0])].texts =
        model.values[static_cast<std::size_t>(n.inputs[0])].texts;
}

}  // namespace onnx2hpp
