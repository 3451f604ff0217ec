// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A layer's weights in the order that a backend's kernels read.

#include <helpers/node_case.hpp>
#include <tigris/kernels/arrange_weights.hpp>

namespace tigris::test {

/// Weights of -128 cannot be paired.
inline void make_pairable(int8_t* weights, int count) {
    for (int i = 0; i < count; ++i)
        if (weights[i] == -128) weights[i] = -127;
}

template <class Key>
constexpr Key in_order(Key key, weight_order order) {
    key.weights = order;
    return key;
}

/// A node like another, whose weights (input 1) lie in Order, in up to Capacity bytes.
template <weight_order Order, int Capacity>
struct arranged_node {
    alignas(4) int8_t bytes[Capacity]{};
    node_case node;

    explicit arranged_node(const node_case& like) : node(like) {
        if (Order == weight_order::canonical) return;
        tensor& weights = node.tensors[1];
        constant& stored = node.constants[weights.index];
        weights.order = Order;
        kernels::arrange_weights(Order, weight_extents_of(weights.dims), stored.bytes, bytes);
        stored.bytes = bytes;
    }
    arranged_node(const arranged_node&) = delete;
};

}  // namespace tigris::test
