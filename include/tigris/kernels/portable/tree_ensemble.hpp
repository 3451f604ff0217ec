// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Decision trees in plain C++: each tree is a loop through a table.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// The record of a tree ensemble: where its tables are. Optional tables may be missing.
template <class T>
struct tree_ensemble_layer {
    static constexpr int32_t wide_address_bytes = 40;

    int32_t trees = 0;
    int32_t targets = 0;
    const int8_t* nodes = nullptr;
    const int8_t* thresholds = nullptr;
    const int8_t* roots = nullptr;
    const int8_t* weights = nullptr;
    const int8_t* optional[int(ops::tree_input::count)]{};
};

/// A node is one number, made of the bits below (ops/tree_ensemble.hpp).
struct tree_ensemble_key {
    ops::tree_aggregate aggregate{};  // how all votes for a target are combined
    ops::tree_votes votes{};          // for which targets a leaf votes
    uint8_t jump_bits = 0;            // lowest bits of a node: leaves below its true branch
    uint8_t feature_bits = 0;         // next bits of a node: the feature
    uint8_t nan_bits = 0;             // next bits, 1 or 0: whether NaN passes
    uint8_t test_bits = 0;            // next bits, if any: the test
    bool nan_passes = false;          // NaN passes all tests, if nodes have no bit for it
    uint8_t bytes_of_nodes = 0;       // bytes of a node
    uint8_t bytes_of_roots = 0;       // bytes of a root
    uint8_t bytes_of_optional[int(ops::tree_input::count)]{};  // of one number; 0: no such table

    friend constexpr bool operator==(const tree_ensemble_key&, const tree_ensemble_key&) = default;
};

constexpr uint8_t bytes_of_type(dtype type) { return uint8_t(bits_of(type) / 8); }

constexpr tree_ensemble_key key_of(const ops::tree_ensemble& op, const operands& t, rounding) {
    tree_ensemble_key key{.aggregate = op.aggregate,
                          .votes = op.votes,
                          .jump_bits = uint8_t(op.jump_bits),
                          .feature_bits = uint8_t(op.feature_bits),
                          .nan_bits = uint8_t(op.nan_bits),
                          .test_bits = uint8_t(op.test_bits),
                          .nan_passes = op.nan_passes,
                          .bytes_of_nodes = bytes_of_type(t.input(1).type),
                          .bytes_of_roots = bytes_of_type(t.input(3).type)};
    for (int i = 0; i < int(ops::tree_input::count); ++i)
        if (const int place = place_of(op, ops::tree_input(i)); place >= 0)
            key.bytes_of_optional[i] = bytes_of_type(t.input(place).type);
    return key;
}

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(tree_ensemble_layer<T>& layer,
                                                    const ops::tree_ensemble& op, const operands& t,
                                                    const Constants& constants) {
    const auto table = [&](int input) { return constants[t.input(input).index].bytes; };
    layer.nodes = table(1);
    layer.thresholds = table(2);
    layer.roots = table(3);
    layer.weights = table(4);
    for (int i = 0; i < int(ops::tree_input::count); ++i)
        if (const int place = place_of(op, ops::tree_input(i)); place >= 0)
            layer.optional[i] = table(place);
}

template <class T>
constexpr tree_ensemble_layer<T> layer_of(const ops::tree_ensemble& op, const operands& t,
                                          view<const constant> constants, rounding) {
    tree_ensemble_layer<T> layer{.trees = t.input(3).dims[0] - 1, .targets = op.targets};
    set_constants(layer, op, t, constants);
    return layer;
}

/// Element i of a table of unsigned integers of `Bytes` bytes; i itself if there is no table (0
/// bytes).
template <int Bytes>
[[gnu::always_inline]] constexpr int32_t integer_at(const int8_t* table, int32_t i) {
    if constexpr (Bytes == 0)
        return i;
    else
        return int32_t(constant_pointer<typename unsigned_of<Bytes>::type>{table}[i]);
}

template <tree_ensemble_key G, ops::tree_input Input, class T>
[[gnu::always_inline]] constexpr int32_t optional_at(const tree_ensemble_layer<T>& layer,
                                                     int32_t i) {
    return integer_at<G.bytes_of_optional[int(Input)]>(layer.optional[int(Input)], i);
}

template <class T>
constexpr constant_pointer<float> optional_numbers(const tree_ensemble_layer<T>& layer,
                                                   ops::tree_input input) {
    return {layer.optional[int(input)]};
}

/// Whether x is one of the members behind their number. A search by halves: NaN is none.
constexpr bool is_member(constant_pointer<float> set, float x) {
    const auto members = set + 1;
    int32_t low = 0, high = int32_t(set[0]);
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (members[middle] == x) return true;
        if (members[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/// Whether a feature passes the test of a node.
template <tree_ensemble_key G, class T>
[[gnu::always_inline]] constexpr bool passes(const tree_ensemble_layer<T>& layer, uint32_t code,
                                             float threshold, float x) {
    if constexpr (G.nan_bits == 0 && G.test_bits == 0)
        return G.nan_passes ? !(x > threshold) : x <= threshold;
    constexpr int above = G.jump_bits + G.feature_bits;
    const bool nan_passes = G.nan_bits ? code >> above & 1 : G.nan_passes;
    if (nan_passes && x != x) return true;
    const uint32_t test = G.test_bits ? code >> (above + G.nan_bits) : 0;
    if (G.test_bits > 1 && test == 2)
        return is_member(optional_numbers(layer, ops::tree_input::members) + int32_t(threshold), x);
    return G.test_bits && test == 1 ? x == threshold : x <= threshold;
}

/// The leaf where a row comes out of tree `tree`, counted through all trees. `leaves` is how many
/// lie below the branch that was taken.
template <tree_ensemble_key G, class T, class X>
[[gnu::always_inline]] constexpr int32_t leaf_of(const tree_ensemble_layer<T>& layer, const X& x,
                                                 int32_t tree) {
    constexpr auto mask = [](int bits) { return (uint32_t(1) << bits) - 1; };
    const constant_pointer<float> thresholds{layer.thresholds};
    int32_t node = integer_at<G.bytes_of_roots>(layer.roots, tree), leaf = node + tree;
    int32_t leaves = integer_at<G.bytes_of_roots>(layer.roots, tree + 1) - node + 1;
    while (leaves > 1) {
        const uint32_t code = uint32_t(integer_at<G.bytes_of_nodes>(layer.nodes, node));
        const int32_t jump = int32_t(code & mask(G.jump_bits));
        const float threshold =
            thresholds[optional_at<G, ops::tree_input::threshold_places>(layer, node)];
        if (passes<G>(layer, code, threshold,
                      x[int32_t(code >> G.jump_bits & mask(G.feature_bits))])) {
            node += 1;
            leaves = jump;
        } else {
            node += jump;
            leaf += jump;
            leaves -= jump;
        }
    }
    return leaf;
}

/// What a target holds before the first vote.
constexpr float before_votes(ops::tree_aggregate a) {
    return a == ops::tree_aggregate::minimum   ? __builtin_inff()
           : a == ops::tree_aggregate::maximum ? -__builtin_inff()
                                               : 0;
}

template <tree_ensemble_key G>
[[gnu::always_inline]] constexpr void vote(float& target, float weight) {
    if constexpr (G.aggregate == ops::tree_aggregate::minimum)
        target = weight < target ? weight : target;
    else if constexpr (G.aggregate == ops::tree_aggregate::maximum)
        target = weight > target ? weight : target;
    else
        target += weight;
}

/// The votes of a leaf of a tree.
template <tree_ensemble_key G, class T>
[[gnu::always_inline]] constexpr void vote(const tree_ensemble_layer<T>& layer, float* out,
                                           int32_t tree, int32_t leaf) {
    using enum ops::tree_input;
    const constant_pointer<float> weights{layer.weights};
    const int32_t place = optional_at<G, leaf_places>(layer, leaf);
    if constexpr (G.votes == ops::tree_votes::all)
        for (int32_t k = 0; k < layer.targets; ++k)
            vote<G>(out[k], weights[place * layer.targets + k]);
    else if constexpr (G.votes == ops::tree_votes::one)
        vote<G>(out[optional_at<G, vote_targets>(layer, tree)], weights[place]);
    else
        for (int32_t k = optional_at<G, vote_begins>(layer, place);
             k < optional_at<G, vote_begins>(layer, place + 1); ++k)
            vote<G>(out[optional_at<G, vote_targets>(layer, k)], weights[k]);
}

/// What is made of the votes for a target.
template <tree_ensemble_key G, class T>
constexpr float after_votes(const tree_ensemble_layer<T>& layer, float votes, int32_t target) {
    constexpr ops::tree_input base = ops::tree_input::base;
    if (G.aggregate == ops::tree_aggregate::average) votes /= float(layer.trees);
    if (before_votes(G.aggregate) != 0 && votes == before_votes(G.aggregate)) votes = 0;
    if constexpr (G.bytes_of_optional[int(base)] != 0)
        votes += optional_numbers(layer, base)[target];
    return votes;
}

template <tree_ensemble_key G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const tree_ensemble_layer<T>& layer, float* out,
                                      int32_t row_count, const Rows& in) {
    for (int32_t y = 0; y < row_count; ++y, out += layer.targets) {
        for (int32_t k = 0; k < layer.targets; ++k) out[k] = before_votes(G.aggregate);
        const auto x = in(y);
        for (int32_t tree = 0; tree < layer.trees; ++tree)
            vote<G>(layer, out, tree, leaf_of<G>(layer, x, tree));
        for (int32_t k = 0; k < layer.targets; ++k) out[k] = after_votes<G>(layer, out[k], k);
    }
}

}  // namespace tigris::kernels
