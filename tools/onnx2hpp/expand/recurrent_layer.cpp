// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/recurrent_layer.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Rows of ONNX's matrices, one for each output of a gate.
void append(std::vector<float>& to, const matrix_view& m, const std::vector<double>& scale,
            std::int64_t outputs, std::int64_t inputs) {
    for (std::int64_t output = 0; output < outputs; ++output)
        for (std::int64_t input = 0; input < inputs; ++input)
            to.push_back(m.data ? static_cast<float>(element_of(scale, output) *
                                                     element_of(m, input, output))
                                : 0.0f);
}

struct cell_weights {
    value_id weights, recurrence, bias;
};

cell_weights weights_of(expansion& e, const recurrent_cell& cell, std::int64_t inputs,
                        std::int64_t hidden) {
    std::vector<float> weights, recurrence, bias, recurrent_bias;
    for (const cell_gate& gate : cell.gates) {
        append(weights, gate.weights, gate.weights_scale, hidden, inputs);
        append(recurrence, gate.recurrence, gate.recurrence_scale, hidden, hidden);
        bias.insert(bias.end(), gate.bias.begin(), gate.bias.end());
        recurrent_bias.insert(recurrent_bias.end(), gate.recurrent_bias.begin(),
                              gate.recurrent_bias.end());
    }
    const std::int64_t rows = std::ssize(bias);
    bias.insert(bias.end(), recurrent_bias.begin(), recurrent_bias.end());
    return {e.constant(tensor_of(dtype::f32, {1, rows, inputs}, weights)),
            e.constant(tensor_of(dtype::f32, {1, rows, hidden}, recurrence)),
            e.constant(tensor_of(dtype::f32, {1, 2 * rows}, bias))};
}

/// Names in order; parameters only of those that have them (onnx/recurrent.cpp).
attribute_map attributes_of(const recurrent_layer& layer) {
    const recurrent_cell& cell = layer.cell;
    std::vector<std::string> names;
    std::vector<float> alpha, beta;
    for (const cell_activation& a : cell.activations) {
        names.push_back(a.name);
        if (!a.parameters.empty()) alpha.push_back(a.parameters[0]);
        if (a.parameters.size() > 1) beta.push_back(a.parameters[1]);
    }
    attribute_map attributes{{"hidden_size", layer.hidden}, {"activations", names}};
    if (!alpha.empty()) attributes["activation_alpha"] = alpha;
    if (!beta.empty()) attributes["activation_beta"] = beta;
    if (cell.linear_before_reset) attributes["linear_before_reset"] = std::int64_t{1};
    if (layer.is_reversed) attributes["direction"] = std::string("reverse");
    return attributes;
}

/// [1, batch, hidden]; nothing for zeros.
value_id first_state(expansion& e, value_id v, std::int64_t batch, std::int64_t hidden) {
    if (v == absent) return absent;
    const auto is_zero = [](double number) { return number == 0; };
    if (e.is_constant(v)) {
        const std::vector<double> numbers = numbers_of(*e.of(v).constant);
        if (std::all_of(numbers.begin(), numbers.end(), is_zero)) return absent;
    }
    return reshaped(e, v, {1, batch, hidden});
}

}  // namespace

value_id sequence(expansion& e, value_id x, std::size_t axis, const extents& places) {
    const std::int64_t count = e.dims(x)[axis], steps = std::ssize(places);
    for (const std::int64_t place : places)
        if (place < -count || place >= count)
            fail_bad_input(e.at, fmt::format("it takes step {} of a sequence of {}", place, count));
    extents ahead(places.size());
    std::iota(ahead.begin(), ahead.end(), places.empty() ? 0 : places[0]);
    extents backwards(places.size());
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    if (places == ahead && ahead.front() >= 0)
        x = steps == count ? x : sliced(e, x, axis, ahead.front(), ahead.front() + steps);
    else if (places == backwards && steps == count)
        x = sliced(e, x, axis, steps - 1, -steps - 1, -1);
    else
        x = e.add("Gather", {x, e.integers(places)}, {{"axis", static_cast<std::int64_t>(axis)}});
    extents perm = expansion::all_axes(e.dims(x).size());
    std::rotate(perm.begin(), perm.begin() + static_cast<std::ptrdiff_t>(axis),
                perm.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    x = transposed(e, x, perm);
    const std::int64_t width = e.dims(x).back();
    return reshaped(e, x, {steps, element_count(e.dims(x)) / steps / width, width});
}

std::vector<value_id> add_layer(expansion& e, const recurrent_layer& layer,
                                std::vector<bool> wanted) {
    const std::int64_t batch = e.dims(layer.x)[1];
    const bool has_c = layer.cell.op_type == "LSTM";
    const cell_weights held = weights_of(e, layer.cell, e.dims(layer.x)[2], layer.hidden);
    std::vector<value_id> inputs{
        layer.x,   held.weights, held.recurrence,
        held.bias, absent,       first_state(e, layer.first_h, batch, layer.hidden)};
    if (has_c) inputs.push_back(first_state(e, layer.first_c, batch, layer.hidden));
    wanted.resize(has_c ? 3 : 2);
    return e.add(layer.cell.op_type, inputs, attributes_of(layer), wanted);
}

}  // namespace onnx2hpp
