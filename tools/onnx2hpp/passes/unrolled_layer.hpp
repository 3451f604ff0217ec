// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A layer that is written step by step: its steps, and what is read of them.

#include <onnx2hpp/passes/unrolled_cell.hpp>

namespace onnx2hpp {

/// A step with the states that it reads and makes. c is absent where the cell has none.
struct layer_step {
    value_id h = absent, c = absent, next_h = absent, next_c = absent;
    std::int64_t place = 0;
    std::vector<int> nodes{};
};
using layer_steps = std::vector<layer_step>;

/// What is read of a step by others than steps: a Concat of all states, and values.
struct wanted_values {
    std::vector<int> gathered{};   // Concats of all h
    layer_steps ordered{};         // by place
    std::vector<std::size_t> h{};  // steps, as in `ordered`
    bool last_h = false, last_c = false;
};

/// A layer that is written step by step.
struct layer_found {
    unrolled_cell cell;
    layer_steps steps;
    wanted_values wanted;
};

/// Whether each step's place is `by` after that of the step before it.
bool go_by(const layer_steps& steps, std::int64_t by);

/// The longest layer whose steps multiply their states and this matrix, of two steps or more.
std::optional<layer_found> find_layer(const rewriter& r, value_id matrix);

}  // namespace onnx2hpp
