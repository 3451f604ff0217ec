// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One step of an RNN, a GRU or an LSTM in plain C++.

#include <tigris/kernels/arithmetic/functions/gates.hpp>

namespace tigris::kernels {

template <class X, class W>
constexpr float sum_of_products(X x, W w, int32_t count) {
    float sum = 0;
    for (int32_t i = 0; i < count; ++i) sum += x[i] * w[i];
    return sum;
}

/// One direction's weights, and where its activations begin.
template <class Layer, class W, class R, class Bias, class Peepholes>
struct recurrent_cell {
    const Layer& layer;
    W weights;
    R recurrence;
    Bias bias;
    Peepholes peepholes;
    int activations = 0;

    /// What gate `gate` of unit j gets from the input, and from the state h.
    template <class X>
    constexpr float from_input(X x, int gate, int32_t j) const {
        const int32_t row = gate * layer.hidden + j;
        return sum_of_products(x, weights + row * layer.inputs, layer.inputs) + bias[row];
    }
    template <class H>
    constexpr float from_state(H h, int gate, int32_t j) const {
        const int32_t row = gate * layer.hidden + j;
        const int32_t gates = ops::gates_of(layer.op.function);
        return sum_of_products(h, recurrence + row * layer.hidden, layer.hidden) +
               bias[gates * layer.hidden + row];
    }
    constexpr float activated(int function, float x) const {
        const float limit = layer.op.clip;
        if (limit > 0) x = x < -limit ? -limit : x > limit ? limit : x;
        return gate_value(layer.op.activations[activations + function], x);
    }
};

template <class Layer, class W, class R, class Bias, class Peepholes>
recurrent_cell(const Layer&, W, R, Bias, Peepholes, int)
    -> recurrent_cell<Layer, W, R, Bias, Peepholes>;

/// Where a sequence is: the state, room for the next one, and c of an LSTM (or r of a GRU).
struct recurrent_state {
    float* h;
    float* next;
    float* c;
};

template <class Cell, class X>
constexpr void rnn_step(const Cell& cell, const recurrent_state& s, X x) {
    for (int32_t j = 0; j < cell.layer.hidden; ++j)
        s.next[j] = cell.activated(0, cell.from_input(x, 0, j) + cell.from_state(s.h, 0, j));
}

/// Gates z, r and h.
template <class Cell, class X>
constexpr void gru_step(const Cell& cell, const recurrent_state& s, X x) {
    const int32_t hidden = cell.layer.hidden;
    const bool linear = cell.layer.op.linear_before_reset;
    for (int32_t j = 0; j < hidden; ++j) {
        const float r = cell.activated(0, cell.from_input(x, 1, j) + cell.from_state(s.h, 1, j));
        s.c[j] = linear ? r : r * s.h[j];
    }
    for (int32_t j = 0; j < hidden; ++j) {
        const float z = cell.activated(0, cell.from_input(x, 0, j) + cell.from_state(s.h, 0, j));
        const float state =
            linear ? s.c[j] * cell.from_state(s.h, 2, j) : cell.from_state(s.c, 2, j);
        const float candidate = cell.activated(1, cell.from_input(x, 2, j) + state);
        s.next[j] = (1 - z) * candidate + z * s.h[j];
    }
}

/// Gates i, o, f and c; peepholes i, o and f.
template <class Cell, class X>
constexpr void lstm_step(const Cell& cell, const recurrent_state& s, X x) {
    const int32_t hidden = cell.layer.hidden;
    const auto& p = cell.peepholes;
    const auto sum = [&](int gate, int32_t j) {
        return cell.from_input(x, gate, j) + cell.from_state(s.h, gate, j);
    };
    for (int32_t j = 0; j < hidden; ++j) {
        const float i = cell.activated(0, sum(0, j) + p[j] * s.c[j]);
        const float f = cell.layer.op.input_forget
                            ? 1 - i
                            : cell.activated(0, sum(2, j) + p[2 * hidden + j] * s.c[j]);
        s.c[j] = f * s.c[j] + i * cell.activated(1, sum(3, j));
        const float o = cell.activated(0, sum(1, j) + p[hidden + j] * s.c[j]);
        s.next[j] = o * cell.activated(2, s.c[j]);
    }
}

}  // namespace tigris::kernels
