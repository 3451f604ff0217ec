// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random layers whose weights are from -8 to 7, with these as bytes and as int4.

#include <helpers/weighted_case.hpp>

namespace tigris::test {

inline void make_int4(int8_t* weights, int count) {
    for (int i = 0; i < count; ++i) weights[i] = int8_t(weights[i] >> 4);
}

/// A node like another, whose weights (input 1) are int4, in up to Capacity bytes, at any address.
template <int Capacity>
struct int4_node {
    int8_t bytes[Capacity + 1]{};
    node_case node;

    int4_node(const node_case& like, int offset) : node(like) {
        tensor& weights = node.tensors[1];
        constant& stored = node.constants[weights.index];
        for (int i = 0; i < element_count(weights.dims); ++i) {
            int8_t& pair = bytes[offset + i / 2];
            pair = int8_t(pair | (stored.bytes[i] & 15) << (i % 2 * 4));
        }
        weights.type = dtype::i4;
        stored.bytes = bytes + offset;
    }
    int4_node(const int4_node&) = delete;
};

}  // namespace tigris::test
