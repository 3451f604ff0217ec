// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/texts.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

bool is_text(const onnx_model& model, const node& n, std::size_t slot) {
    return has_input(n, slot) && model.values[static_cast<std::size_t>(n.inputs[slot])].is_text();
}

}  // namespace

void require_numbers(const onnx_model& model, const node& n) {
    for (std::size_t i = 0; i < n.inputs.size(); ++i) {
        const operator_traits& traits = traits_of(model, n);
        if (!is_text(model, n, i) || (i == 0 && (traits.moves_texts || traits.reads_texts)))
            continue;
        const std::string& name = model.values[static_cast<std::size_t>(n.inputs[i])].name;
        fail_unsupported(n, fmt::format("its input {} ({}) is of strings", i, in_quotes(name)),
                         "export the classifier with integer labels");
    }
}

void pass_texts(onnx_model& model, const node& n) {
    if (!traits_of(model, n).moves_texts || !is_text(model, n, 0)) return;
    model.values[static_cast<std::size_t>(n.outputs[0])].texts =
        model.values[static_cast<std::size_t>(n.inputs[0])].texts;
}

}  // namespace onnx2hpp
