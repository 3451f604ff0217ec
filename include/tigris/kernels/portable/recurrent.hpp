// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// LSTM, GRU and RNN in plain C++: one direction and one sequence of the batch after the other; or
// one sequence, step by step.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/recurrent_cell.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// The inputs that a model may leave out.
enum class recurrent_input : uint8_t { bias, lengths, initial_h, initial_c, peepholes };

/// `weights`, `recurrence` and what is there of the optional inputs, for steps that come as rows.
template <class T>
struct recurrent_layer {
    static constexpr int32_t wide_address_bytes = 28;

    ops::recurrent op{};
    int32_t steps = 0;
    int32_t batch = 0;
    int32_t inputs = 0;
    int32_t hidden = 0;
    int32_t directions = 1;
    constant_pointer<weight_t<T>> weights{};
    constant_pointer<weight_t<T>> recurrence{};
    constant_pointer<float> optional[int(recurrent_input::peepholes) + 1]{};
};

constexpr bool has(const ops::recurrent& op, recurrent_input i) {
    switch (i) {
        case recurrent_input::bias: return op.has_bias;
        case recurrent_input::lengths: return op.has_lengths;
        case recurrent_input::initial_h: return op.has_initial_h;
        case recurrent_input::initial_c: return op.has_initial_c;
        default: return op.has_peepholes;
    }
}

struct recurrent_key {
    ops::recurrent_function function{};  // cell: RNN, GRU or LSTM
    uint8_t inputs = 0;                  // bit k: the operator has recurrent_input k

    friend constexpr bool operator==(const recurrent_key&, const recurrent_key&) = default;
};

constexpr recurrent_key key_of(const ops::recurrent& op, const operands&, rounding) {
    recurrent_key key{.function = op.function};
    for (int i = 0; i <= int(recurrent_input::peepholes); ++i)
        if (has(op, recurrent_input(i))) key.inputs = uint8_t(key.inputs | 1 << i);
    return key;
}

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(recurrent_layer<T>& layer,
                                                    const ops::recurrent& op, const operands& t,
                                                    const Constants& constants) {
    if (t.input(0).dims.rank != 4) return;
    const auto at = [&](int input) { return constants[t.input(input).index]; };
    layer.weights = elements_of<weight_t<T>>(at(1));
    layer.recurrence = elements_of<weight_t<T>>(at(2));
    int input = 3;
    for (int i = 0; i <= int(recurrent_input::peepholes); ++i)
        if (has(op, recurrent_input(i))) layer.optional[i] = elements_of<float>(at(input++));
}

template <class T>
constexpr recurrent_layer<T> layer_of(const ops::recurrent& op, const operands& t,
                                      view<const constant> constants, rounding) {
    const shape steps = ops::steps_of(t), recurrence = t.input(2).dims;
    recurrent_layer<T> layer{.op = op,
                             .steps = steps[0],
                             .batch = steps[1],
                             .inputs = steps[2],
                             .hidden = recurrence[2],
                             .directions = recurrence[0]};
    set_constants(layer, op, t, constants);
    return layer;
}

/// An input that is not there: all zeros.
struct no_input {
    constexpr float operator[](int32_t) const { return 0; }
    constexpr no_input operator+(int32_t) const { return {}; }
};

/// Argument number Index.
template <int Index, class First, class... Rest>
constexpr auto argument(First first, Rest... rest) {
    if constexpr (Index == 0)
        return first;
    else
        return argument<Index - 1>(rest...);
}

constexpr int bits_below(uint8_t mask, int bit) {
    return __builtin_popcount(mask & ((1u << bit) - 1));
}

/// Optional input `Which` among those that are there.
template <recurrent_key G, recurrent_input Which, class... Rest>
constexpr auto optional_input(Rest... rest) {
    if constexpr (G.inputs >> int(Which) & 1)
        return argument<bits_below(G.inputs, int(Which))>(rest...);
    else
        return no_input{};
}

template <recurrent_key G, class Cell, class X>
constexpr void recurrent_step(const Cell& cell, recurrent_state& s, X x) {
    if constexpr (G.function == ops::recurrent_function::lstm)
        lstm_step(cell, s, x);
    else if constexpr (G.function == ops::recurrent_function::gru)
        gru_step(cell, s, x);
    else
        rnn_step(cell, s, x);
    float* const done = s.h;
    s.h = s.next;
    s.next = done;
}

/// Elements [from, from + count) of an input, or zeros.
template <class From>
constexpr void load_state(float* to, From from, int32_t count) {
    for (int32_t j = 0; j < count; ++j) to[j] = from[j];
}

/// Runs one sequence of `length` steps. `x` is its first step, `out` its place in the first result.
template <recurrent_key G, class Cell, class X>
constexpr void run_sequence(const Cell& cell, recurrent_state s, X x, int32_t length, bool reversed,
                            float* out) {
    const auto& layer = cell.layer;
    const int32_t result = layer.directions * layer.batch * layer.hidden;
    for (int32_t k = 0; k < length; ++k) {
        const int32_t step = reversed ? length - 1 - k : k;
        recurrent_step<G>(cell, s, x + step * layer.batch * layer.inputs);
        if (layer.op.gives_steps) load_state(out + step * result, s.h, layer.hidden);
    }
    if (layer.op.gives_steps) {
        for (int32_t step = length; step < layer.steps; ++step)
            load_state(out + step * result, no_input{}, layer.hidden);
        out += layer.steps * result;
    }
    if (layer.op.gives_last_h) {
        load_state(out, s.h, layer.hidden);
        out += result;
    }
    if (layer.op.gives_last_c) load_state(out, s.c, layer.hidden);
}

/// The steps that sequence `b` has.
template <class T, class Lengths>
constexpr int32_t length_of(const recurrent_layer<T>& layer, Lengths lengths, int32_t b) {
    if (!layer.op.has_lengths) return layer.steps;
    const int32_t given = int32_t(lengths[b]);
    return given < 0 ? 0 : given > layer.steps ? layer.steps : given;
}

/// `scratch` holds three times `hidden` numbers.
template <recurrent_key G, class T, class X, class W, class R, class... Rest>
[[gnu::noinline]] constexpr void whole(portable_tag, const recurrent_layer<T>& layer, float* out,
                                       float* scratch, X x, W w, R r, Rest... rest) {
    const int32_t hidden = layer.hidden, gates = ops::gates_of(layer.op.function);
    const auto bias = optional_input<G, recurrent_input::bias>(rest...);
    const auto lengths = optional_input<G, recurrent_input::lengths>(rest...);
    const auto h = optional_input<G, recurrent_input::initial_h>(rest...);
    const auto c = optional_input<G, recurrent_input::initial_c>(rest...);
    const auto peepholes = optional_input<G, recurrent_input::peepholes>(rest...);
    const bool all_reversed = layer.op.direction == ops::recurrent_direction::reverse;
    for (int32_t d = 0; d < layer.directions; ++d) {
        const recurrent_cell cell{layer,
                                  w + d * gates * hidden * layer.inputs,
                                  r + d * gates * hidden * hidden,
                                  bias + d * 2 * gates * hidden,
                                  peepholes + d * 3 * hidden,
                                  3 * d};
        for (int32_t b = 0; b < layer.batch; ++b) {
            const int32_t place = (d * layer.batch + b) * hidden;
            const recurrent_state s{scratch, scratch + hidden, scratch + 2 * hidden};
            load_state(s.h, h + place, hidden);
            load_state(s.c, c + place, hidden);
            run_sequence<G>(cell, s, x + b * layer.inputs, length_of(layer, lengths, b),
                            all_reversed || d == 1, out + place);
        }
    }
}

/// What is constant of the optional inputs of steps that come as rows, or zeros.
template <recurrent_key G, recurrent_input Which, class T>
constexpr auto constant_input(const recurrent_layer<T>& layer) {
    if constexpr (G.inputs >> int(Which) & 1)
        return layer.optional[int(Which)];
    else
        return no_input{};
}

/// The state before step `step`: h and its successor change places.
constexpr recurrent_state state_before(float* sums, int32_t step, int32_t hidden) {
    const int32_t old = step % 2 * hidden;
    return {sums + old, sums + hidden - old, sums + 2 * hidden};
}

/// `sums` holds three times `hidden` numbers.
template <recurrent_key G, class T>
constexpr void begin(portable_tag, const recurrent_layer<T>& layer, float* sums) {
    const recurrent_state s = state_before(sums, 0, layer.hidden);
    load_state(s.h, constant_input<G, recurrent_input::initial_h>(layer), layer.hidden);
    load_state(s.c, constant_input<G, recurrent_input::initial_c>(layer), layer.hidden);
}

/// The cell of steps that come as rows.
template <recurrent_key G, class T>
constexpr auto cell_of(const recurrent_layer<T>& layer) {
    return recurrent_cell{layer,
                          layer.weights,
                          layer.recurrence,
                          constant_input<G, recurrent_input::bias>(layer),
                          constant_input<G, recurrent_input::peepholes>(layer),
                          0};
}

template <recurrent_key G, class T>
[[gnu::noinline]] constexpr void add_rows(portable_tag, const recurrent_layer<T>& layer,
                                          float* sums, const row_window<float>& in,
                                          int32_t first_row, int32_t row_count) {
    for (int32_t y = 0; y < row_count; ++y) {
        recurrent_state s = state_before(sums, first_row + y, layer.hidden);
        recurrent_step<G>(cell_of<G>(layer), s, in(y));
    }
}

template <recurrent_key G, class T>
constexpr void end(portable_tag, const recurrent_layer<T>& layer, const float* sums, float* out) {
    const int32_t old = layer.steps % 2 * layer.hidden;
    load_state(out, sums + (layer.op.gives_last_h ? old : 2 * layer.hidden), layer.hidden);
}

/// Makes the states of steps [y, y + row_count) after those of the steps before.
template <recurrent_key G, class T>
[[gnu::noinline]] constexpr void ordered_rows(portable_tag tag, const recurrent_layer<T>& layer,
                                              float* out, float* state, int32_t y,
                                              int32_t row_count, const row_window<float>& in) {
    if (y == 0) begin<G>(tag, layer, state);
    for (int32_t k = 0; k < row_count; ++k, out += layer.hidden) {
        recurrent_state s = state_before(state, y + k, layer.hidden);
        recurrent_step<G>(cell_of<G>(layer), s, in(k));
        load_state(out, s.h, layer.hidden);
    }
}

}  // namespace tigris::kernels
