// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A recurrent cell over a sequence, as one node: LSTM, GRU or RNN.

#include <onnx2hpp/expand/cell.hpp>
#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// A recurrent layer. First states have batch * hidden elements; absent ones are zeros.
struct recurrent_layer {
    recurrent_cell cell;  // its cell
    value_id x = absent;  // [steps, batch, inputs]
    value_id first_h = absent, first_c = absent;
    std::int64_t hidden = 0;   // elements of a state
    bool is_reversed = false;  // it begins with the last step of x
};

/// Parts of x along an axis, in the order of `places`: [steps, batch, width]. Throws
/// failure(bad_input) for a place that x does not have; those below 0 count from the end.
value_id sequence(expansion& e, value_id x, std::size_t axis, const extents& places);

/// Adds a layer. Returns all states [steps, 1, batch, hidden], and the last h and the last c [1,
/// batch, hidden]. Values that are not wanted are absent. Only an LSTM has a c.
std::vector<value_id> add_layer(expansion& e, const recurrent_layer& layer,
                                std::vector<bool> wanted);

}  // namespace onnx2hpp
