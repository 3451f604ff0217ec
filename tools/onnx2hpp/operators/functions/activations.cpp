// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool expand_swiglu(expansion& e) {
    const value_id gate =
        e.add("Swish", {e.input(0)}, {{"alpha", real_attribute(e.at, "alpha", 1)}});
    if (e.dims(e.input(0)) != e.dims(e.input(1)))
        fail_bad_input(e.at, fmt::format("shapes {} and {} differ", to_text(e.dims(e.input(0))),
                                         to_text(e.dims(e.input(1)))));
    e.give(0, e.add("Mul", {gate, e.input(1)}));
    return true;
}

/// com.microsoft.Gelu, BiasGelu and FastGelu: the bias, if there is one, is added before.
bool expand_microsoft_gelu(expansion& e) {
    const std::string form = e.at.op_type == "FastGelu" ? "tanh" : "none";
    const value_id x = e.has_input(1) ? e.add("Add", {e.input(0), e.input(1)}) : e.input(0);
    e.give(0, e.add("Gelu", {x}, {{"approximate", form}}));
    return true;
}

/// Source: ONNX Runtime, ContribOperators.md, QuickGelu.
bool expand_quick_gelu(expansion& e) {
    e.give(0, e.add("Swish", {e.input(0)}, {{"alpha", real_attribute(e.at, "alpha", 1.702f)}}));
    return true;
}

/// Functions of floats that ONNX has for small integers, too: cut off toward zero.
bool expand_shrink(expansion& e) {
    const dtype type = e.type(e.input(0));
    if (type == dtype::f32 || !is_readable(type) || bits_of(type) > 16) return false;
    const value_id x =
        e.add("Cast", {e.input(0)}, {{"to", std::int64_t{data_type_of(dtype::f32)}}});
    const value_id y = e.add("Shrink", {x}, e.at.attributes);
    e.give(0, e.add("Cast", {y}, {{"to", std::int64_t{data_type_of(type)}}}));
    return true;
}

tigris::ops::unary celu_of(const node& n) {
    return {unary_function::celu, real_attribute(n, "alpha", 1)};
}

tigris::ops::unary elu_of(const node& n) {
    return {unary_function::elu, real_attribute(n, "alpha", 1)};
}

tigris::ops::unary gelu_of(const node& n) {
    const std::string form = text_attribute(n, "approximate", "none");
    if (form == "tanh") return {unary_function::gelu_tanh};
    if (form != "none") fail_bad_input(n, "approximate " + in_quotes(form) + " does not exist");
    return {unary_function::gelu};
}

tigris::ops::unary hard_sigmoid_of(const node& n) {
    return {unary_function::hard_sigmoid, real_attribute(n, "alpha", 0.2f),
            real_attribute(n, "beta", 0.5f)};
}

tigris::ops::unary leaky_relu_of(const node& n) {
    return {unary_function::leaky_relu, real_attribute(n, "alpha", 0.01f)};
}

tigris::ops::unary selu_of(const node& n) {
    return {unary_function::selu, real_attribute(n, "alpha", 1.67326319217681884765625f),
            real_attribute(n, "gamma", 1.05070102214813232421875f)};
}

tigris::ops::unary shrink_of(const node& n) {
    return {unary_function::shrink, real_attribute(n, "lambd", 0.5f), real_attribute(n, "bias", 0)};
}

tigris::ops::unary swish_of(const node& n) {
    return {unary_function::swish, real_attribute(n, "alpha", 1)};
}

tigris::ops::unary thresholded_relu_of(const node& n) {
    return {unary_function::thresholded_relu, real_attribute(n, "alpha", 1)};
}

}  // namespace

namespace operators {

operator_entries activations_operators() {
    return {
        {.type = "Celu",
         .versions = {{.since = {12, 28}, .attributes = {real("alpha")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = celu_of},
        {.type = "Elu",
         .versions = {{.since = {6, 22}, .attributes = {real("alpha")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = elu_of},
        {.type = "Gelu",
         .versions = {{.since = {20}, .attributes = {text("approximate")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = gelu_of},
        {.type = "HardSigmoid",
         .versions = {{.since = {6, 22}, .attributes = {real("alpha"), real("beta")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = hard_sigmoid_of},
        {.type = "HardSwish",
         .versions = {{.since = {14, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::hard_swish>},
        {.type = "LeakyRelu",
         .versions = {{.since = {6, 16}, .attributes = {real("alpha")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = leaky_relu_of},
        {.type = "Mish",
         .versions = {{.since = {18, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::mish>},
        {.type = "Selu",
         .versions = {{.since = {6, 22}, .attributes = {real("alpha"), real("gamma")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = selu_of},
        {.type = "Shrink",
         .versions = {{.since = {9}, .attributes = {real("bias"), real("lambd")}}},
         .shape = shape_unary,
         .expand = expand_shrink,
         .lower = lower_unary,
         .unary = shrink_of},
        {.type = "Sigmoid",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::sigmoid>},
        {.type = "Softplus",
         .versions = {{.since = {1, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::softplus>},
        {.type = "Softsign",
         .versions = {{.since = {1, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::softsign>},
        {.type = "Swish",
         .versions = {{.since = {24}, .attributes = {real("alpha")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = swish_of},
        {.type = "Tanh",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::tanh>},
        {.type = "ThresholdedRelu",
         .versions = {{.since = {10, 22}, .attributes = {real("alpha")}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = thresholded_relu_of},
        {.type = "SwiGLU",
         .versions = {{.since = {28}, .inputs = {2, 2}, .attributes = {real("alpha")}}},
         .expand = expand_swiglu},
        {.type = "com.microsoft.BiasGelu",
         .versions = {{.since = {1}, .inputs = {2, 2}}},
         .expand = expand_microsoft_gelu},
        {.type = "com.microsoft.FastGelu",
         .versions = {{.since = {1}, .inputs = {1, 2}}},
         .expand = expand_microsoft_gelu},
        {.type = "com.microsoft.Gelu",
         .versions = {{.since = {1}}},
         .expand = expand_microsoft_gelu},
        {.type = "com.microsoft.QuickGelu",
         .versions = {{.since = {1}, .attributes = {real("alpha")}}},
         .expand = expand_quick_gelu},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
