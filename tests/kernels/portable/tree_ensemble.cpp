// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/tree_ensemble.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using ops::tree_aggregate;
using ops::tree_votes;

namespace {

constexpr int most_nodes = 60, most_trees = 6, most_leaves = most_nodes + most_trees;
constexpr int features = 5, targets = 3, row_count = 4;

/// A branch: its test, and how many leaves lie below its true branch.
struct branch {
    int feature = 0;
    float threshold = 0;
    int jump = 0;
    int test = 0;
    bool nan_passes = false;
};

/// Trees of any form, and the table that says the same.
struct ensemble {
    branch branches[most_nodes]{};
    int roots[most_trees + 1]{};
    int trees = 0;
    int leaves = 0;
    float weights[most_leaves][targets]{};
    int target_of_tree[most_trees]{};
};

/// One of few numbers, so that features meet thresholds.
constexpr float some_number(random_numbers& r) { return float(r.between(-3, 3)) * 0.5f; }

constexpr ensemble random_ensemble(random_numbers& r, int tests) {
    ensemble e{.trees = r.between(1, most_trees)};
    for (int tree = 0; tree < e.trees; ++tree) {
        // Subtrees that are still to be written: how many leaves each has, the next one last.
        int open[most_nodes]{}, depth = 1;
        open[0] = r.between(1, 10);
        e.roots[tree + 1] = e.roots[tree];
        e.target_of_tree[tree] = r.between(0, targets - 1);
        while (depth > 0) {
            const int size = open[--depth];
            if (size == 1) {
                for (float& weight : e.weights[e.leaves]) weight = float(r.between(-8, 8)) / 4;
                ++e.leaves;
                continue;
            }
            branch& b = e.branches[e.roots[tree + 1]++];
            b = {r.between(0, features - 1), some_number(r), r.between(1, size - 1),
                 r.between(0, tests), r.between(0, 1) == 1};
            open[depth++] = size - b.jump;
            open[depth++] = b.jump;
        }
    }
    return e;
}

/// The leaf below `branch` where a row ends, by recursion: what the loop must find.
constexpr int leaf_below(const ensemble& e, const float* x, int at, int leaf, int size) {
    if (size == 1) return leaf;
    const branch& b = e.branches[at];
    const float value = x[b.feature];
    bool passes = b.nan_passes;
    if (value == value) {
        if (b.test == 0) passes = value <= b.threshold;
        if (b.test == 1) passes = value == b.threshold;
        if (b.test == 2) passes = value == -1 || value == 0.5f || value == 1;
    }
    if (passes) return leaf_below(e, x, at + 1, leaf, b.jump);
    return leaf_below(e, x, at + b.jump, leaf + b.jump, size - b.jump);
}

/// What one target gets, in double.
constexpr double expected(const ensemble& e, const float* x, int target, tree_aggregate aggregate,
                          tree_votes votes, double base) {
    double result = 0;
    int count = 0;
    for (int tree = 0; tree < e.trees; ++tree) {
        if (votes == tree_votes::one && e.target_of_tree[tree] != target) continue;
        const int size = e.roots[tree + 1] - e.roots[tree] + 1;
        const int leaf = leaf_below(e, x, e.roots[tree], e.roots[tree] + tree, size);
        if (votes == tree_votes::some && leaf % targets == target) continue;
        const double weight = double(e.weights[leaf][votes == tree_votes::one ? 0 : target]);
        const bool wins = aggregate == tree_aggregate::minimum   ? weight < result
                          : aggregate == tree_aggregate::maximum ? weight > result
                                                                 : false;
        const bool adds = aggregate == tree_aggregate::sum || aggregate == tree_aggregate::average;
        if (adds)
            result += weight;
        else if (count == 0 || wins)
            result = weight;
        ++count;
    }
    return (aggregate == tree_aggregate::average ? result / e.trees : result) + base;
}

/// Bytes of flash, written element by element.
template <class T, int N>
struct table {
    int8_t bytes[N * int(sizeof(T))]{};
    int count = 0;

    constexpr void add(T value) {
        using bits_type = typename unsigned_of<sizeof(T)>::type;
        const auto bits = __builtin_bit_cast(bits_type, value);
        for (int k = 0; k < int(sizeof(T)); ++k)
            bytes[count * int(sizeof(T)) + k] = int8_t(uint8_t(bits >> (8 * k)));
        ++count;
    }
    constexpr void add_to(node_case& n, dtype type) const {
        n.add_constant(type, {1, {count}}, {.bytes = bytes});
    }
};

/// One form of the table: how wide its integers are, and which of its parts are there.
struct form {
    tree_aggregate aggregate = tree_aggregate::sum;
    tree_votes votes = tree_votes::all;
    int tests = 0;
    bool mixes_nan = false;
    bool has_places = false;
    bool has_base = false;
};

template <form F, class Code>
struct tables {
    table<Code, most_nodes> nodes{};
    table<float, most_nodes> thresholds{};
    table<uint8_t, most_trees + 1> roots{};
    table<float, most_leaves * targets> weights{};
    table<uint8_t, most_nodes> threshold_places{};
    table<uint16_t, most_leaves> leaf_places{};
    table<uint8_t, most_leaves * targets> vote_targets{};
    table<uint16_t, most_leaves + 1> vote_begins{};
    table<float, 4> members{};
    table<float, targets> base{};

    constexpr ops::tree_ensemble op() const {
        return {.aggregate = F.aggregate,
                .votes = F.votes,
                .targets = targets,
                .jump_bits = 4,
                .feature_bits = 3,
                .nan_bits = F.mixes_nan,
                .test_bits = int8_t(F.tests),
                .has_threshold_places = F.has_places,
                .has_leaf_places = F.has_places,
                .has_base = F.has_base};
    }

    /// Backwards, where there are places, so that they say something.
    constexpr int place(int i, int count) const { return F.has_places ? count - 1 - i : i; }

    constexpr void add_nodes(const ensemble& e) {
        const int count = e.roots[e.trees] ? e.roots[e.trees] : 1;
        for (int i = 0; i < count; ++i) {
            const branch& b = e.branches[i];
            nodes.add(Code(b.jump | b.feature << 4 | (F.mixes_nan && b.nan_passes) << 7 |
                           b.test << (7 + F.mixes_nan)));
            threshold_places.add(uint8_t(place(i, count)));
            const branch& placed = e.branches[place(i, count)];
            thresholds.add(placed.test == 2 ? 0.0f : placed.threshold);
        }
        for (int tree = 0; tree <= e.trees; ++tree) roots.add(uint8_t(e.roots[tree]));
        constexpr float size_and_members[]{3, -1, 0.5f, 1};
        for (const float m : size_and_members) members.add(m);
        for (int k = 0; k < targets; ++k) base.add(float(k) + 0.5f);
    }

    constexpr void add_votes(const ensemble& e) {
        for (int i = 0; i < e.leaves; ++i) {
            const int leaf = place(i, e.leaves);
            leaf_places.add(uint16_t(place(i, e.leaves)));
            vote_begins.add(uint16_t(weights.count));
            for (int k = 0; k < targets; ++k) {
                if (F.votes == tree_votes::one && k > 0) continue;
                if (F.votes == tree_votes::some && leaf % targets == k) continue;
                weights.add(e.weights[leaf][k]);
                if (F.votes == tree_votes::some) vote_targets.add(uint8_t(k));
            }
        }
        vote_begins.add(uint16_t(weights.count));
        if (F.votes == tree_votes::one)
            for (int tree = 0; tree < e.trees; ++tree)
                vote_targets.add(uint8_t(e.target_of_tree[tree]));
    }

    constexpr void add_to(node_case& n) const {
        nodes.add_to(n, dtype_of<Code>);
        thresholds.add_to(n, dtype::f32);
        roots.add_to(n, dtype::u8);
        weights.add_to(n, dtype::f32);
        if (F.has_places) threshold_places.add_to(n, dtype::u8);
        if (F.has_places) leaf_places.add_to(n, dtype::u16);
        if (F.votes != tree_votes::all) vote_targets.add_to(n, dtype::u8);
        if (F.votes == tree_votes::some) vote_begins.add_to(n, dtype::u16);
        if (F.tests > 1) members.add_to(n, dtype::f32);
        if (F.has_base) base.add_to(n, dtype::f32);
    }
};

template <form F, class Code>
constexpr tree_ensemble_key key_of_form() {
    return {.aggregate = F.aggregate,
            .votes = F.votes,
            .jump_bits = 4,
            .feature_bits = 3,
            .nan_bits = F.mixes_nan,
            .test_bits = F.tests,
            .bytes_of_nodes = sizeof(Code),
            .bytes_of_roots = 1,
            .bytes_of_optional = {F.has_places, uint8_t(F.has_places ? 2 : 0),
                                  F.votes != tree_votes::all,
                                  uint8_t(F.votes == tree_votes::some ? 2 : 0),
                                  uint8_t(F.tests > 1 ? 4 : 0), uint8_t(F.has_base ? 4 : 0)}};
}

template <form F, class Code>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 71);
    ensemble e = random_ensemble(r, F.tests);
    if (!F.mixes_nan)
        for (branch& b : e.branches) b.nan_passes = false;
    tables<F, Code> t{};
    t.add_nodes(e);
    t.add_votes(e);
    node_case n;
    n.add_input({.dims = {2, {row_count, features}}});
    t.add_to(n);
    set_output_of(n, t.op(), dtype::f32, {});
    constexpr tree_ensemble_key G = key_of_form<F, Code>();
    if (key_of(t.op(), n.all(), rounding::nearest) != G) return false;

    float in[row_count * features]{}, out[row_count * targets]{};
    for (float& x : in) x = r.between(0, 7) == 0 ? __builtin_nanf("") : some_number(r);
    rows<G>(portable_tag{}, layer_of<float>(t.op(), n.all(), n.weights(), rounding::nearest),
            &out[0], row_count, whole_window(&in[0], 0, row_count, features));
    for (int i = 0; i < row_count * targets; ++i) {
        const double want = expected(e, in + i / targets * features, i % targets, F.aggregate,
                                     F.votes, F.has_base ? i % targets + 0.5 : 0);
        const double difference = double(out[i]) - want;
        if (!(difference < 1e-5 && difference > -1e-5)) return false;
    }
    return true;
}

}  // namespace

#define CHECK_FORM(Code, ...)                     \
    do {                                          \
        constexpr form F{__VA_ARGS__};            \
        TIGRIS_CHECK_SEEDS(300, agrees<F, Code>); \
    } while (false)

TEST_CASE("the loop through a table ends where a walk through the tree does") {
    CHECK_FORM(uint8_t, .votes = tree_votes::all);
    CHECK_FORM(uint16_t, .tests = 1, .mixes_nan = true);
    CHECK_FORM(uint16_t, .tests = 2, .mixes_nan = true);
    CHECK_FORM(uint32_t, .tests = 2);
}

TEST_CASE("leaves vote for all targets, for their tree's, or for some") {
    CHECK_FORM(uint8_t, .votes = tree_votes::one, .has_places = true, .has_base = true);
    CHECK_FORM(uint16_t, .votes = tree_votes::some, .mixes_nan = true, .has_places = true);
}

TEST_CASE("votes are added, averaged, or the least or greatest counts; without one it is 0") {
    CHECK_FORM(uint8_t, .aggregate = tree_aggregate::average, .has_base = true);
    CHECK_FORM(uint8_t, .aggregate = tree_aggregate::minimum, .votes = tree_votes::some);
    CHECK_FORM(uint8_t, .aggregate = tree_aggregate::maximum, .votes = tree_votes::one);
}
