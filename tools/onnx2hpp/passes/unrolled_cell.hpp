// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a step of an unrolled layer computes, and what it takes of a sequence.

#include <onnx2hpp/expand/cell.hpp>
#include <onnx2hpp/passes/unrolled_step.hpp>

namespace onnx2hpp {

/// Whether a node may multiply a state, or a part of a sequence, and a matrix.
bool is_product(const node& n);

/// The way from a sequence to what a step reads of it.
struct sequence_way {
    value_id sequence = absent;  // the sequence
    std::size_t axis = 0;        // axis of its steps
    std::int64_t place = 0;      // place in the sequence that the step reads
    bool is_reversed = false;    // the sequence is read from its end
    int taker = -1;              // node that takes the place
    /// All nodes of the way, in order; all but the taker compute the same for each place.
    std::vector<int> nodes{};
};

/// The way from value v to a step of a sequence. Nothing where no step of a sequence is taken, or
/// where no matrix is on the way.
std::optional<sequence_way> way_to(const rewriter& r, value_id v);

/// Whether two ways do the same but for the place.
bool are_alike(const rewriter& r, const sequence_way& a, const sequence_way& b);

/// A cell of an LSTM, GRU or RNN.
struct unrolled_cell {
    step_pattern pattern;  // its nodes
    recurrent_cell cell;   // its weights and activations
    /// Second state of an LSTM, and its next value; else absent.
    value_id c = absent, next_c = absent;
    /// Ways to the values that the pattern reads beside states.
    std::vector<std::pair<value_id, sequence_way>> ways{};
};

/// The cell of an LSTM, GRU or RNN, or nothing.
std::optional<unrolled_cell> cell_of(const rewriter& r, const step_pattern& pattern);

/// A first step whose states were zeros: its products are constants, so it is no copy of others.
struct step_from_zeros {
    std::int64_t place = 0;
    std::vector<int> nodes{};
};

/// Whether states h and c, absent without one, are what the cell makes of zeros.
std::optional<step_from_zeros> find_step_from_zeros(const rewriter& r, const unrolled_cell& cell,
                                                    value_id h, value_id c);

}  // namespace onnx2hpp
