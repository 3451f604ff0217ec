// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Forms that are a step of an LSTM, GRU or RNN.

#include <onnx2hpp/expand/cell_form.hpp>

namespace onnx2hpp {

/// What a gate adds up: products of a step's input and of the state, and numbers. Without data, a
/// matrix is all zeros.
struct cell_gate {
    matrix_view weights{}, recurrence{};
    std::vector<double> weights_scale{1}, recurrence_scale{1};
    std::vector<double> bias{};
    std::vector<double> recurrent_bias{};  // of the state's product alone, before a GRU's reset
};

/// Gates and activations in ONNX's order.
struct recurrent_cell {
    std::string op_type;
    std::vector<cell_gate> gates;
    std::vector<cell_activation> activations;
    bool linear_before_reset = false;
};

/// What the inputs of a step are called, and what it makes. `c` is an LSTM's.
struct cell_step {
    int x = 0, h = 0;
    cell_form next_h;
};
struct lstm_step : cell_step {
    int c = 0;
    cell_form next_c;
};

/// The cell, or nothing. Source: ONNX LSTM-22, GRU-22, RNN-22.
std::optional<recurrent_cell> lstm_of(const cell_atoms& atoms, const lstm_step& step);
std::optional<recurrent_cell> gru_of(const cell_atoms& atoms, const cell_step& step);
std::optional<recurrent_cell> rnn_of(const cell_atoms& atoms, const cell_step& step);

}  // namespace onnx2hpp
