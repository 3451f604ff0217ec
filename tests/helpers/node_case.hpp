// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A node with its tensors and constants, built by hand: what kernels' layers are made from.

#include <tigris/model/graph.hpp>

namespace tigris::test {

/// Inputs are tensors 0 .. inputs-1, the output is the last one.
struct node_case {
    static constexpr int capacity = 12;

    tensor tensors[capacity]{};
    int16_t edges[capacity]{};
    constant constants[capacity]{};
    int inputs = 0;
    int constant_count = 0;

    constexpr void add_input(const tensor& t) {
        tensors[inputs] = t;
        edges[inputs] = int16_t(inputs);
        ++inputs;
    }
    constexpr void add_constant(dtype type, const shape& dims, const constant& elements) {
        constants[constant_count] = elements;
        add_input({.kind = tensor_kind::constant,
                   .type = type,
                   .index = int16_t(constant_count++),
                   .dims = dims});
    }
    constexpr void skip_input() { edges[inputs++] = -1; }
    constexpr void set_output(const tensor& t) {
        tensors[inputs] = t;
        edges[inputs] = int16_t(inputs);
    }
    constexpr operands all() const {
        return {{tensors, capacity}, edges, edges + inputs, inputs, 1};
    }
    constexpr view<const constant> weights() const { return {constants, constant_count}; }
};

/// A fully connected layer of 20 numbers in and 6 out.
constexpr node_case dense_case(dtype in, dtype weights, dtype out) {
    node_case n;
    n.add_input({.type = in, .dims = {2, {1, 20}}});
    n.add_input({.kind = tensor_kind::constant, .type = weights, .dims = {2, {6, 20}}});
    n.set_output({.type = out, .dims = {2, {1, 6}}});
    return n;
}

/// The output's shape is what the operator says.
template <class Op>
constexpr void set_output_of(node_case& n, const Op& op, dtype type, quantization quant) {
    n.set_output({.type = type, .quant = quant});
    const shape dims = describe(op, n.all()).output;
    n.set_output({.type = type, .dims = dims, .quant = quant});
}

}  // namespace tigris::test
