// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/matrix/factors.hpp>
#include <onnx2hpp/operators/matrix/lower_gemm.hpp>

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

namespace onnx2hpp {
namespace {

/// A Gemm's factor, transposed where the attribute says so.
extents matrix(const shape_context& c, std::size_t i, const char* transposed) {
    extents dims = c.input(i).dims;
    if (dims.size() != 2)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must be a matrix",
                                         c.label_of_input(i), to_text(dims)));
    if (integer_attribute(c.at, transposed, 0) != 0) std::swap(dims[0], dims[1]);
    return dims;
}

/// Gemm's C must broadcast to the product; version 6 does so only on request.
void check_addend(const shape_context& c, const extents& product) {
    const extents& addend = c.input(2).dims;
    const bool broadcasts = c.at.since >= 7 || integer_attribute(c.at, "broadcast", 0) != 0;
    if (broadcasts ? broadcast(addend, product) != product : addend != product)
        fail_bad_input(c.at, fmt::format("{} of shape {} cannot be added to a product of shape {}",
                                         c.label_of_input(2), to_text(addend), to_text(product)));
}

void shape_gemm(shape_context& c) {
    check_factors(c);
    const extents a = matrix(c, 0, "transA"), b = matrix(c, 1, "transB");
    if (a[1] != b[0]) fail_factors(c, a, b);
    const extents product{a[0], b[1]};
    if (c.has_input(2)) c.require_same_type(0, 2);
    if (c.has_input(2)) check_addend(c, product);
    c.set_output(c.input(0).type, product);
}

/// Operators that a FusedGemm may name, with the parameters that it gives them.
const std::map<std::string_view, std::vector<std::string>>& activations() {
    static const std::map<std::string_view, std::vector<std::string>> all{
        {"Celu", {"alpha"}},
        {"Elu", {"alpha"}},
        {"HardSigmoid", {"alpha", "beta"}},
        {"LeakyRelu", {"alpha"}},
        {"Relu", {}},
        {"Selu", {"alpha", "gamma"}},
        {"Sigmoid", {}},
        {"Softplus", {}},
        {"Softsign", {}},
        {"Tanh", {}},
        {"ThresholdedRelu", {"alpha"}},
    };
    return all;
}

/// The function that a FusedGemm names. Its attribute activation_alpha is the function's alpha.
value_id with_activation(expansion& e, value_id x) {
    const std::string name = text_attribute(e.at, "activation", "");
    if (name.empty()) return x;
    const auto known = activations().find(name);
    if (known == activations().end())
        fail_unsupported(e.at, "its activation " + in_quotes(name) + " is not known",
                         "use a Gemm and the activation's own node");
    attribute_map given;
    for (const std::string& parameter : known->second)
        if (const auto value = find_attribute<float>(e.at, "activation_" + parameter))
            given.emplace(parameter, *value);
    return e.add(name, {x}, given);
}

/// Source: ONNX Runtime, ContribOperators.md, FusedGemm.
bool expand_fused_gemm(expansion& e) {
    attribute_map attributes = e.at.attributes;
    std::erase_if(attributes,
                  [](const auto& each) { return each.first.starts_with("activation"); });
    std::vector<value_id> inputs{e.input(0), e.input(1)};
    if (e.has_input(2)) inputs.push_back(e.input(2));
    e.give(0, with_activation(e, e.add("Gemm", inputs, attributes)));
    return true;
}

}  // namespace

namespace operators {

operator_entries gemm_operators() {
    return {
        {.type = "Gemm",
         .versions = {{.since = {6},
                       .inputs = {3, 3},
                       .attributes = {real("alpha"), real("beta"), flag("broadcast"),
                                      flag("transA"), flag("transB")}},
                      {.since = {7, 9},
                       .inputs = {3, 3},
                       .attributes = {real("alpha"), real("beta"), flag("transA"), flag("transB")}},
                      {.since = {11, 13},
                       .inputs = {2, 3},
                       .attributes = {real("alpha"), real("beta"), flag("transA"),
                                      flag("transB")}}},
         .shape = shape_gemm,
         .lower = lower_gemm,
         .traits = {.order = wanted_order::onnx, .is_layer = true, .can_clamp = true}},
        {.type = "com.microsoft.FusedGemm",
         .versions = {{.since = {1},
                       .inputs = {2, 3},
                       .attributes = {text("activation"), real("activation_alpha"),
                                      real("activation_beta"), real("activation_gamma"),
                                      real("alpha"), real("beta"), flag("transA"),
                                      flag("transB")}}},
         .expand = expand_fused_gemm},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
