// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Decision trees whose leaves vote: forests and boosted trees.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// How all votes for one target are combined. Without votes, the result is 0.
enum class tree_aggregate : uint8_t { sum, average, minimum, maximum };

/// For which targets a leaf votes. all: for all, with one weight for each target. one: for the
/// target of its tree. some: for the targets of a list.
enum class tree_votes : uint8_t { all, one, some };

/// Input: [rows, features]. Output: [rows, targets]. All other inputs are constants. Each is the
/// smallest table that holds the model; integers have 8, 16 or 32 bits.
///
/// A tree of n nodes has n + 1 leaves. Nodes are in preorder: after a node come the nodes below its
/// true branch, then those below its false branch. Leaves are in the same order.
///
/// `nodes` has one word for each node, from the lowest bits on:
///
/// * `jump_bits`: the number of leaves below the true branch. If the test is false, that many nodes
///   and leaves are skipped.
/// * `feature_bits`: the number of the feature.
/// * `nan_bits`: whether NaN passes the test.
/// * `test_bits`: 0 for feature <= threshold, 1 for feature == threshold, 2 for a feature that is
///   one of a set.
///
/// `thresholds` has a number for each node. If nodes share numbers, it has each number once, and
/// `threshold_places` has its place for each node. The number of a set is a place in `members`:
/// there are the size of the set, then its members in ascending order.
///
/// `roots` has the first node of each tree, and then the number of all nodes. `weights` has the
/// votes of each leaf. If leaves share votes, it has them once, and `leaf_places` has their place
/// for each leaf. The votes of a leaf are:
///
/// * all: `targets` weights;
/// * one: one weight. `vote_targets` has the target of each tree;
/// * some: the weights from `vote_begins` on. `vote_targets` has the target of each weight.
///
/// `base` is added to the results. The order of inputs is: data, nodes, thresholds, roots, weights.
/// Then come the optional inputs that are there, in the order of tree_input. Source: ONNX
/// TreeEnsemble; docs/explanation/trees.md.
struct tree_ensemble {
    static constexpr const char* name = "tree_ensemble";
    static constexpr const char* member_names =
        "aggregate, votes, targets, jump_bits, feature_bits, nan_bits, test_bits, "
        "nan_passes, has_threshold_places, has_leaf_places, has_base";

    tree_aggregate aggregate = tree_aggregate::sum;
    tree_votes votes = tree_votes::all;
    int32_t targets = 1;
    int8_t jump_bits = 1;
    int8_t feature_bits = 0;
    int8_t nan_bits = 0;
    int8_t test_bits = 0;
    bool nan_passes = false;  ///< of all nodes, where nan_bits is 0
    bool has_threshold_places = false;
    bool has_leaf_places = false;
    bool has_base = false;
};

constexpr description describe(const tree_ensemble& op, const operands& t) {
    return {.output = {2, {t.input(0).dims[0], op.targets}}, .contract = contract::rows};
}

/// The optional inputs, in their order.
enum class tree_input : uint8_t {
    threshold_places,
    leaf_places,
    vote_targets,
    vote_begins,
    members,
    base,
    count
};

constexpr bool has(const tree_ensemble& op, tree_input i) {
    switch (i) {
        case tree_input::threshold_places: return op.has_threshold_places;
        case tree_input::leaf_places: return op.has_leaf_places;
        case tree_input::vote_targets: return op.votes != tree_votes::all;
        case tree_input::vote_begins: return op.votes == tree_votes::some;
        case tree_input::members: return op.test_bits > 1;
        default: return op.has_base;
    }
}

/// The number of an optional input, or -1 where it is absent.
constexpr int place_of(const tree_ensemble& op, tree_input input) {
    int place = 5;
    for (int i = 0; i < int(input); ++i) place += has(op, tree_input(i));
    return has(op, input) ? place : -1;
}

}  // namespace tigris::ops
