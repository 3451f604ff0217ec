// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Decision trees while they are imported: as ONNX says them, then with two kinds of tests only,
// then as tables.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/tree_ensemble.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// ONNX's modes, in the order of TreeEnsemble's numbers.
enum class branch_mode : std::uint8_t { leq, lt, gte, gt, eq, neq, member, leaf };

/// Members [first, first + count) of forest::members are a node's set.
struct member_span {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// A branch or a leaf; a tree and an id are its name in messages. There may be millions.
struct forest_node {
    branch_mode mode = branch_mode::leaf;
    bool nan_is_true = false;
    std::int32_t feature = 0;
    double value = 0;
    std::uint32_t if_true = 0;
    std::uint32_t if_false = 0;
    member_span set{};
    std::int64_t tree = 0;
    std::int64_t id = 0;
};

struct forest_vote {
    std::int64_t target = 0;
    float weight = 0;

    friend bool operator==(const forest_vote&, const forest_vote&) = default;
    friend auto operator<=>(const forest_vote&, const forest_vote&) = default;
};

/// Nodes of all trees, which refer to each other by number; `votes` are those of the node of the
/// same number, none of a branch. `roots` are in the order in which trees add up.
struct forest {
    std::vector<forest_node> nodes;
    std::vector<std::vector<forest_vote>> votes;
    std::vector<std::uint32_t> roots;
    std::vector<double> members;
    std::int64_t targets = 1;
    tigris::ops::tree_aggregate aggregate = tigris::ops::tree_aggregate::sum;
};

/// Read the trees of a TreeEnsembleClassifier or -Regressor, and of a TreeEnsemble. `prefix`
/// ("class" or "target") is the beginning of the names of attributes with votes. Both throw
/// failure(bad_input) for lists that do not fit together, for ids that are missing or there twice,
/// and for numbers that no test can use.
forest read_forest(const node& n, const std::string& prefix, std::int64_t targets);
forest read_tree_ensemble(const node& n);

/// Brings nodes and leaves of each tree into preorder, true branches first, one tree after the
/// other (ops/tree_ensemble.hpp). Joins chains of == that lead to the same node into sets. Throws
/// failure(bad_input) if a node is reached twice or never, or reads a feature that the `features`
/// do not have.
forest in_preorder(const node& n, forest f, std::int64_t features);

/// Replaces <, >=, > and != by <= and ==, and rounds thresholds to floats, so that every float, and
/// NaN, goes the same way. Requires a forest in any order.
void simplify_tests(forest& f);

/// An ensemble's attributes and its constant inputs in their order, absent ones left out.
struct packed_forest {
    tigris::ops::tree_ensemble op{};
    std::vector<std::shared_ptr<const tensor_data>> tables{};
    std::size_t nodes = 0;
    std::size_t leaves = 0;
};

/// Requires a forest in preorder with simple tests. `base` may be empty. Throws
/// failure(unsupported) for what no table holds.
packed_forest pack(const node& n, const forest& f, const std::vector<double>& base);

}  // namespace onnx2hpp
