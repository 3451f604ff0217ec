// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/call.hpp>

#include <utility>

namespace reference {

const tensor& call::operator[](std::size_t i) const {
    if (!has(i)) throw std::invalid_argument("input " + std::to_string(i) + " is absent");
    return *inputs[i];
}

const onnx::AttributeProto* call::attribute(const char* name) const {
    for (const onnx::AttributeProto& each : node.attribute())
        if (each.name() == name) return &each;
    return nullptr;
}

std::int64_t call::integer(const char* name, std::int64_t otherwise) const {
    const auto* found = attribute(name);
    return found ? found->i() : otherwise;
}

double call::real(const char* name, double otherwise) const {
    const auto* found = attribute(name);
    return found ? double(found->f()) : otherwise;
}

std::string call::text(const char* name, const char* otherwise) const {
    const auto* found = attribute(name);
    return found ? found->s() : otherwise;
}

shape call::integers(const char* name, shape otherwise) const {
    const auto* found = attribute(name);
    return found ? shape(found->ints().begin(), found->ints().end()) : std::move(otherwise);
}

std::vector<double> call::reals(const char* name, std::vector<double> otherwise) const {
    const auto* found = attribute(name);
    return found ? std::vector<double>(found->floats().begin(), found->floats().end())
                 : std::move(otherwise);
}

std::vector<std::string> call::texts(const char* name) const {
    const auto* found = attribute(name);
    return found ? std::vector<std::string>(found->strings().begin(), found->strings().end())
                 : std::vector<std::string>{};
}

const operator_map& operators() {
    static const operator_map all = [] {
        operator_map result;
        for (const auto add : {add_attention,    add_binary,         add_casts,
                               add_constants,    add_convolutions,   add_dynamic_products,
                               add_einsums,      add_found_rows,     add_gathers,
                               add_labels,       add_linear_models,  add_loops,
                               add_losses,       add_matrices,       add_microsoft,
                               add_moves,        add_normalizations, add_pools,
                               add_quantization, add_recurrent,      add_reductions,
                               add_resizes,      add_sampling,       add_selections,
                               add_shapes,       add_signals,        add_softmaxes,
                               add_trees,        add_unary})
            add(result);
        return result;
    }();
    return all;
}

}  // namespace reference
