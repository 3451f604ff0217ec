// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Decision trees in plain C++: each tree is a loop through a table.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/geometry.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Where the tables are; of the optional ones, those that are there.
template <class T>
struct tree_ensemble_layer {
    int32_t trees = 0;
    int32_t targets = 0;
    const int8_t* nodes = nullptr;
    const int8_t* thresholds = nullptr;
    const int8_t* roots = nullptr;
    const int8_t* weights = nullptr;
    const int8_t* optional[int(ops::tree_input::count)]{};
};

/// What a kernel for trees is compiled for, besides the type of its nodes. Sizes of integers are in
/// bytes, 0 where a table is absent.
struct tree_forms {
    ops::tree_aggregate aggregate{};
    ops::tree_votes votes{};
    int jump_bits = 0;
    int feature_bits = 0;
    int nan_bits = 0;
    int test_bits = 0;
    bool nan_passes = false;
    int bytes_of_roots = 0;
    int bytes_of_optional[int(ops::tree_input::count)]{};
};

constexpr int bytes_of_type(dtype type) { return bits_of(type) / 8; }

constexpr tree_forms forms_of(const ops::tree_ensemble& op, const operands& t) {
    tree_forms forms{.aggregate = op.aggregate,
                     .votes = op.votes,
                     .jump_bits = op.jump_bits,
                     .feature_bits = op.feature_bits,
                     .nan_bits = op.nan_bits,
                     .test_bits = op.test_bits,
                     .nan_passes = op.nan_passes,
                     .bytes_of_roots = bytes_of_type(t.input(3).type)};
    for (int i = 0; i < int(ops::tree_input::count); ++i)
        if (const int place = place_of(op, ops::tree_input(i)); place >= 0)
            forms.bytes_of_optional[i] = bytes_of_type(t.input(place).type);
    return forms;
}

/// Forms as a number: three bits for a size, five for the bits of a jump or a feature.
constexpr uint64_t packed(const tree_forms& f) {
    uint64_t bits = uint64_t(f.aggregate) | uint64_t(f.votes) << 2 | uint64_t(f.jump_bits) << 4 |
                    uint64_t(f.feature_bits) << 9 | uint64_t(f.nan_bits) << 14 |
                    uint64_t(f.test_bits) << 15 | uint64_t(f.nan_passes) << 17 |
                    uint64_t(f.bytes_of_roots) << 18;
    for (int i = 0; i < int(ops::tree_input::count); ++i)
        bits |= uint64_t(f.bytes_of_optional[i]) << (21 + 3 * i);
    return bits;
}

constexpr tree_forms unpacked_forms(uint64_t bits) {
    tree_forms f{.aggregate = ops::tree_aggregate(bits & 3),
                 .votes = ops::tree_votes(bits >> 2 & 3),
                 .jump_bits = int(bits >> 4 & 31),
                 .feature_bits = int(bits >> 9 & 31),
                 .nan_bits = int(bits >> 14 & 1),
                 .test_bits = int(bits >> 15 & 3),
                 .nan_passes = bool(bits >> 17 & 1),
                 .bytes_of_roots = int(bits >> 18 & 7)};
    for (int i = 0; i < int(ops::tree_input::count); ++i)
        f.bytes_of_optional[i] = int(bits >> (21 + 3 * i) & 7);
    return f;
}

/// `in2` is the type of nodes; `groups` and `scale_bits` hold the forms.
constexpr geometry geometry_of(const ops::tree_ensemble& op, const operands& t, rounding rounds) {
    geometry g = geometry_of(ops::kind_of<ops::tree_ensemble>, t, rounds);
    const uint64_t forms = packed(forms_of(op, t));
    g.in2 = t.input(1).type;
    g.groups = int32_t(forms & 0x7fffffff);
    g.scale_bits = uint32_t(forms >> 31);
    return g;
}

constexpr tree_forms forms_of(const geometry& g) {
    return unpacked_forms(uint64_t(g.groups) | uint64_t(g.scale_bits) << 31);
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

/// Element i of a table of unsigned integers of so many bytes; i itself where there is none.
template <int Bytes>
[[gnu::always_inline]] constexpr int32_t integer_at(const int8_t* table, int32_t i) {
    if constexpr (Bytes == 0)
        return i;
    else
        return int32_t(constant_pointer<typename unsigned_of<Bytes>::type>{table}[i]);
}

template <geometry G, ops::tree_input Input, class T>
[[gnu::always_inline]] constexpr int32_t optional_at(const tree_ensemble_layer<T>& layer,
                                                     int32_t i) {
    return integer_at<forms_of(G).bytes_of_optional[int(Input)]>(layer.optional[int(Input)], i);
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
template <geometry G, class T>
[[gnu::always_inline]] constexpr bool passes(const tree_ensemble_layer<T>& layer, uint32_t code,
                                             float threshold, float x) {
    constexpr tree_forms F = forms_of(G);
    if constexpr (F.nan_bits == 0 && F.test_bits == 0)
        return F.nan_passes ? !(x > threshold) : x <= threshold;
    constexpr int above = F.jump_bits + F.feature_bits;
    const bool nan_passes = F.nan_bits ? code >> above & 1 : F.nan_passes;
    if (nan_passes && x != x) return true;
    const uint32_t test = F.test_bits ? code >> (above + F.nan_bits) : 0;
    if (F.test_bits > 1 && test == 2)
        return is_member(optional_numbers(layer, ops::tree_input::members) + int32_t(threshold), x);
    return F.test_bits && test == 1 ? x == threshold : x <= threshold;
}

/// The leaf where a row comes out of tree `tree`, counted through all trees. `leaves` is how many
/// lie below the branch that was taken.
template <geometry G, class T, class X>
[[gnu::always_inline]] constexpr int32_t leaf_of(const tree_ensemble_layer<T>& layer, const X& x,
                                                 int32_t tree) {
    constexpr tree_forms F = forms_of(G);
    constexpr auto mask = [](int bits) { return (uint32_t(1) << bits) - 1; };
    const constant_pointer<float> thresholds{layer.thresholds};
    int32_t node = integer_at<F.bytes_of_roots>(layer.roots, tree), leaf = node + tree;
    int32_t leaves = integer_at<F.bytes_of_roots>(layer.roots, tree + 1) - node + 1;
    while (leaves > 1) {
        const uint32_t code = uint32_t(integer_at<bytes_of_type(G.in2)>(layer.nodes, node));
        const int32_t jump = int32_t(code & mask(F.jump_bits));
        const float threshold =
            thresholds[optional_at<G, ops::tree_input::threshold_places>(layer, node)];
        if (passes<G>(layer, code, threshold,
                      x[int32_t(code >> F.jump_bits & mask(F.feature_bits))])) {
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

template <geometry G>
[[gnu::always_inline]] constexpr void vote(float& target, float weight) {
    constexpr ops::tree_aggregate A = forms_of(G).aggregate;
    if constexpr (A == ops::tree_aggregate::minimum)
        target = weight < target ? weight : target;
    else if constexpr (A == ops::tree_aggregate::maximum)
        target = weight > target ? weight : target;
    else
        target += weight;
}

/// The votes of a leaf of a tree.
template <geometry G, class T>
[[gnu::always_inline]] constexpr void vote(const tree_ensemble_layer<T>& layer, float* out,
                                           int32_t tree, int32_t leaf) {
    using enum ops::tree_input;
    constexpr ops::tree_votes V = forms_of(G).votes;
    const constant_pointer<float> weights{layer.weights};
    const int32_t place = optional_at<G, leaf_places>(layer, leaf);
    if constexpr (V == ops::tree_votes::all)
        for (int32_t k = 0; k < layer.targets; ++k)
            vote<G>(out[k], weights[place * layer.targets + k]);
    else if constexpr (V == ops::tree_votes::one)
        vote<G>(out[optional_at<G, vote_targets>(layer, tree)], weights[place]);
    else
        for (int32_t k = optional_at<G, vote_begins>(layer, place);
             k < optional_at<G, vote_begins>(layer, place + 1); ++k)
            vote<G>(out[optional_at<G, vote_targets>(layer, k)], weights[k]);
}

/// What is made of the votes for a target.
template <geometry G, class T>
constexpr float after_votes(const tree_ensemble_layer<T>& layer, float votes, int32_t target) {
    constexpr tree_forms F = forms_of(G);
    constexpr ops::tree_input base = ops::tree_input::base;
    if (F.aggregate == ops::tree_aggregate::average) votes /= float(layer.trees);
    if (before_votes(F.aggregate) != 0 && votes == before_votes(F.aggregate)) votes = 0;
    if constexpr (F.bytes_of_optional[int(base)] != 0)
        votes += optional_numbers(layer, base)[target];
    return votes;
}

template <geometry G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const tree_ensemble_layer<T>& layer, float* out,
                                      int32_t row_count, const Rows& in) {
    for (int32_t y = 0; y < row_count; ++y, out += layer.targets) {
        for (int32_t k = 0; k < layer.targets; ++k) out[k] = before_votes(forms_of(G).aggregate);
        const auto x = in(y);
        for (int32_t tree = 0; tree < layer.trees; ++tree)
            vote<G>(layer, out, tree, leaf_of<G>(layer, x, tree));
        for (int32_t k = 0; k < layer.targets; ++k) out[k] = after_votes<G>(layer, out[k], k);
    }
}

}  // namespace tigris::kernels
