// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A node: which operator, which row of that operator's attribute table, and its edges.

#include <stdint.h>
#include <tigris/model/tensor.hpp>
#include <tigris/support/view.hpp>

namespace tigris {

/// `kind` is the operator's place in ops::list. Inputs and outputs are spans of the graph's edge
/// array; an edge is a tensor's number, or -1 where an optional input is absent.
struct node {
    uint8_t kind = 0;
    int16_t row = 0;
    int16_t first_input = 0;
    int16_t inputs = 0;
    int16_t first_output = 0;
    int16_t outputs = 1;
};

/// The tensors of a node, as an operator's functions see them.
struct operands {
    view<const tensor> tensors;
    const int16_t* input_edges;
    const int16_t* output_edges;
    int inputs;
    int outputs;

    [[gnu::always_inline]] constexpr bool has_input(int i) const {
        return i < inputs && input_edges[i] >= 0;
    }
    [[gnu::always_inline]] constexpr const tensor& input(int i) const {
        return tensors[input_edges[i]];
    }
    constexpr const tensor& output(int i = 0) const { return tensors[output_edges[i]]; }
};

}  // namespace tigris
