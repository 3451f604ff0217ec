// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Recurrent layers: LSTM, GRU and the simple RNN.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

enum class recurrent_function : uint8_t { rnn, gru, lstm };
enum class recurrent_direction : uint8_t { forward, reverse, bidirectional };

/// ONNX's activations; relu to softplus have their usual meaning.
enum class gate_function : uint8_t {
    sigmoid,
    tanh,
    relu,
    affine,
    leaky_relu,
    thresholded_relu,
    scaled_tanh,
    hard_sigmoid,
    elu,
    softsign,
    softplus
};

struct gate_activation {
    static constexpr const char* member_names = "function, alpha, beta";

    gate_function function = gate_function::sigmoid;
    float alpha = 0;
    float beta = 0;

    friend constexpr bool operator==(const gate_activation&, const gate_activation&) = default;
};

/// Inputs; a flag says whether an optional one is there:
///
/// * steps [steps, batch, inputs];
/// * weights [directions, gates * hidden, inputs];
/// * recurrence [directions, gates * hidden, hidden];
/// * bias [directions, 2 * gates * hidden], optional;
/// * lengths [batch] (i32), optional;
/// * initial states of h, and of c, [directions, batch, hidden], optional;
/// * peepholes [directions, 3 * hidden], optional.
///
/// Gates are in ONNX's order: LSTM i, o, f, c; GRU z, r, h. Output [states, directions, batch,
/// hidden]: the states of all steps if `gives_steps`, then the last state of h, then that of c.
/// `activations` has three functions for each direction; RNN uses one of them, GRU two. `clip`
/// bounds the inputs of activations; 0 means no bound. Source: ONNX LSTM, GRU, RNN.
///
/// Steps of one sequence may also be rows, [1, steps, 1, inputs], if takes_rows allows it and all
/// other inputs are constants. Then each row changes the state as it comes. Results are the states
/// of all steps, row by row, or the last state.
struct recurrent {
    static constexpr const char* name = "recurrent";
    static constexpr const char* member_names =
        "function, direction, activations, clip, input_forget, linear_before_reset, "
        "has_bias, has_lengths, has_initial_h, has_initial_c, has_peepholes, gives_steps, "
        "gives_last_h, gives_last_c";

    static constexpr int data_inputs = all_inputs;

    recurrent_function function = recurrent_function::rnn;
    recurrent_direction direction = recurrent_direction::forward;
    sized_array<gate_activation, 6> activations{};
    float clip = 0;
    bool input_forget = false;
    bool linear_before_reset = false;
    bool has_bias = false;
    bool has_lengths = false;
    bool has_initial_h = false;
    bool has_initial_c = false;
    bool has_peepholes = false;
    bool gives_steps = true;
    bool gives_last_h = false;
    bool gives_last_c = false;
};

constexpr int32_t gates_of(recurrent_function f) {
    return f == recurrent_function::lstm ? 4 : f == recurrent_function::gru ? 3 : 1;
}

/// Whether steps can be taken one by one, in order: the direction is forward, and there is one
/// result.
constexpr bool takes_rows(const recurrent& op) {
    return op.direction == recurrent_direction::forward && !op.has_lengths &&
           op.gives_steps + op.gives_last_h + op.gives_last_c == 1;
}

/// The first input as [steps, batch, inputs]; it may also be rows.
constexpr shape steps_of(const operands& t) {
    const shape dims = t.input(0).dims;
    return dims.rank == 4 ? shape{3, {dims[1], dims[2], dims[3]}} : dims;
}

constexpr description describe(const recurrent& op, const operands& t) {
    const shape steps = steps_of(t), recurrence = t.input(2).dims;
    const int32_t states = (op.gives_steps ? steps[0] : 0) + op.gives_last_h + op.gives_last_c;
    const bool comes_in_rows = t.input(0).dims.rank == 4;
    const int64_t products = (element_count(t.input(1).dims) + element_count(recurrence));
    return {.output = {4, {states, recurrence[0], steps[1], recurrence[2]}},
            .contract = !comes_in_rows   ? contract::whole
                        : op.gives_steps ? contract::rows
                                         : contract::accumulate,
            .macs = products * steps[0] * steps[1],
            .in_order = comes_in_rows && op.gives_steps};
}

}  // namespace tigris::ops
