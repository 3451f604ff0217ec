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

/// The set of a node: members [first, first + count) of forest::members.
struct member_span {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// A branch or a leaf. There may be millions of them.
struct forest_node {
    branch_mode mode = branch_mode::leaf;  // test of a branch; or leaf
    bool nan_is_true = false;              // NaN passes the test
    std::int32_t feature = 0;              // number of the feature that is tested
    double value = 0;                      // threshold of the test
    std::uint32_t if_true = 0;             // node of the true branch
    std::uint32_t if_false = 0;            // node of the false branch
    member_span set{};                     // members, if the test is for a set
    std::int64_t tree = 0;                 // number of its tree in the file, for messages
    std::int64_t id = 0;                   // its id in the file, for messages
};

struct forest_vote {
    std::int64_t target = 0;
    float weight = 0;

    friend bool operator==(const forest_vote&, const forest_vote&) = default;
    friend auto operator<=>(const forest_vote&, const forest_vote&) = default;
};

/// The nodes of all trees, which refer to each other by number.
struct forest {
    std::vector<forest_node> nodes;               // branches and leaves
    std::vector<std::vector<forest_vote>> votes;  // votes of each node; none of a branch
    /// First node of each tree, in the order in which trees add up.
    std::vector<std::uint32_t> roots;
    std::vector<double> members;  // members of all sets
    std::int64_t targets = 1;     // number of targets
    /// How all votes for a target are combined.
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

/// An ensemble as an operator.
struct packed_forest {
    tigris::ops::tree_ensemble op{};  // its attributes
    /// Its constant inputs in their order, without absent ones.
    std::vector<std::shared_ptr<const tensor_data>> tables{};
    std::size_t nodes = 0;   // number of branches
    std::size_t leaves = 0;  // number of leaves
};

/// Requires a forest in preorder with simple tests. `base` may be empty. Throws
/// failure(unsupported) for what no table holds.
packed_forest pack(const node& n, const forest& f, const std::vector<double>& base);

}  // namespace onnx2hpp
