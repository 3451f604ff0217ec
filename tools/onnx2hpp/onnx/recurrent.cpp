// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower_case.hpp>
#include <onnx2hpp/onnx/recurrent.hpp>

#include <fmt/format.h>

#include <optional>
#include <unordered_map>

namespace onnx2hpp {
namespace {

using tigris::ops::gate_activation;
using tigris::ops::gate_function;
using tigris::ops::recurrent_direction;
using tigris::ops::recurrent_function;

/// An activation, and the parameters that it has where none are given. Without them they must be:
/// ONNX does not say them, or (ThresholdedRelu) ONNX Runtime takes others.
struct known_activation {
    gate_function function;
    int parameters;
    std::optional<float> alpha{};
    std::optional<float> beta{};
};

const std::unordered_map<std::string, known_activation> activations{
    {"sigmoid", {gate_function::sigmoid, 0}},
    {"tanh", {gate_function::tanh, 0}},
    {"relu", {gate_function::relu, 0}},
    {"affine", {gate_function::affine, 2}},
    {"leakyrelu", {gate_function::leaky_relu, 1, 0.01f}},
    {"thresholdedrelu", {gate_function::thresholded_relu, 1}},
    {"scaledtanh", {gate_function::scaled_tanh, 2}},
    {"hardsigmoid", {gate_function::hard_sigmoid, 2, 0.2f, 0.5f}},
    {"elu", {gate_function::elu, 1, 1.0f}},
    {"softsign", {gate_function::softsign, 0}},
    {"softplus", {gate_function::softplus, 0}},
};

/// The next number of a list, else what the activation has, else what cannot be known.
float next_parameter(const node& n, std::vector<float>& list, const std::optional<float>& own,
                     const std::string& activation) {
    if (!list.empty()) {
        const float number = list.front();
        list.erase(list.begin());
        return number;
    }
    if (!own)
        fail_unsupported(n,
                         "runtimes disagree about the parameters of its activation " + activation +
                             " where none are given",
                         "set activation_alpha and activation_beta");
    return *own;
}

std::vector<std::string> usual_activations(recurrent_function f) {
    if (f == recurrent_function::rnn) return {"Tanh"};
    if (f == recurrent_function::gru) return {"Sigmoid", "Tanh"};
    return {"Sigmoid", "Tanh", "Tanh"};
}

/// Whether functions are those that ONNX gives an RNN that names none: one for each of two
/// directions.
bool are_default(const std::vector<std::string>& names, recurrent_function f) {
    return f == recurrent_function::rnn && names == std::vector<std::string>{"Tanh", "Tanh"};
}

/// Names of all directions; ONNX's attribute holds one text for each. Some exporters write defaults
/// out, whatever the direction.
std::vector<std::string> activation_names(const node& n, recurrent_function f,
                                          std::size_t directions) {
    const std::vector<std::string> usual = usual_activations(f);
    std::vector<std::string> names = find_attribute<std::vector<std::string>>(n, "activations")
                                         .value_or(std::vector<std::string>{});
    if (names.empty())
        for (std::size_t d = 0; d < directions; ++d)
            names.insert(names.end(), usual.begin(), usual.end());
    if (directions == 1 && are_default(names, f)) names.pop_back();
    if (names.size() != usual.size() * directions)
        fail_bad_input(n, fmt::format("it has {} activations, but must have {}", names.size(),
                                      usual.size() * directions));
    return names;
}

std::vector<float> numbers(const node& n, const char* name) {
    return find_attribute<std::vector<float>>(n, name).value_or(std::vector<float>{});
}

/// Parameters are taken from the lists in order, by those activations that have them.
void set_activations(const node& n, tigris::ops::recurrent& op, std::size_t directions) {
    std::vector<float> alpha = numbers(n, "activation_alpha"), beta = numbers(n, "activation_beta");
    const std::vector<std::string> names = activation_names(n, op.function, directions);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto found = activations.find(lower_case(names[i]));
        if (found == activations.end())
            fail_bad_input(n, "ONNX has no activation " + in_quotes(names[i]));
        const known_activation& known = found->second;
        gate_activation result{.function = known.function};
        if (known.parameters > 0) result.alpha = next_parameter(n, alpha, known.alpha, names[i]);
        if (known.parameters > 1) result.beta = next_parameter(n, beta, known.beta, names[i]);
        const std::size_t of_direction = names.size() / directions;
        op.activations[static_cast<int>(3 * (i / of_direction) + i % of_direction)] = result;
    }
}

recurrent_direction direction_of(const node& n) {
    const std::string text = text_attribute(n, "direction", "forward");
    if (text == "forward") return recurrent_direction::forward;
    if (text == "reverse") return recurrent_direction::reverse;
    if (text == "bidirectional") return recurrent_direction::bidirectional;
    fail_bad_input(n, "ONNX has no direction " + in_quotes(text));
}

}  // namespace

std::int64_t directions_of(const node& n) {
    return direction_of(n) == recurrent_direction::bidirectional ? 2 : 1;
}

tigris::ops::recurrent recurrent_of(const node& n) {
    tigris::ops::recurrent op;
    op.function = n.op_type.starts_with("LSTM")  ? recurrent_function::lstm
                  : n.op_type.starts_with("GRU") ? recurrent_function::gru
                                                 : recurrent_function::rnn;
    op.direction = direction_of(n);
    set_activations(n, op, static_cast<std::size_t>(directions_of(n)));
    op.clip = real_attribute(n, "clip", 0);
    if (op.clip < 0) fail_bad_input(n, "a negative clip leaves nothing");
    op.input_forget = integer_attribute(n, "input_forget", 0) != 0;
    op.linear_before_reset = integer_attribute(n, "linear_before_reset", 0) != 0;
    return op;
}

}  // namespace onnx2hpp
