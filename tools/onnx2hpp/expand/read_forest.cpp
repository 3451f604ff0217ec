// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

namespace onnx2hpp {
namespace {

/// Where a node of this name is in the lists.
struct named_node {
    std::int64_t tree;
    std::int64_t id;
    std::uint32_t place;

    friend auto operator<=>(const named_node&, const named_node&) = default;
};

branch_mode mode_from(const node& n, const std::string& text) {
    static const std::map<std::string, branch_mode> modes{
        {"BRANCH_LEQ", branch_mode::leq}, {"BRANCH_LT", branch_mode::lt},
        {"BRANCH_GTE", branch_mode::gte}, {"BRANCH_GT", branch_mode::gt},
        {"BRANCH_EQ", branch_mode::eq},   {"BRANCH_NEQ", branch_mode::neq},
        {"LEAF", branch_mode::leaf}};
    const auto found = modes.find(text);
    if (found == modes.end()) fail_bad_input(n, "ONNX has no mode " + in_quotes(text));
    return found->second;
}

/// All nodes in the order of their names.
class node_index {
public:
    node_index(const node& n, const std::vector<forest_node>& nodes) : n(n) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            names.push_back({nodes[i].tree, nodes[i].id, i});
        std::sort(names.begin(), names.end());
        const auto twice = std::adjacent_find(names.begin(), names.end(), is_same);
        if (twice != names.end())
            fail_bad_input(n, label_of(nodes[twice->place]) + " is there twice");
    }

    std::uint32_t find(std::int64_t tree, std::int64_t id) const {
        const named_node wanted{tree, id, 0};
        const auto found = std::lower_bound(names.begin(), names.end(), wanted);
        if (found == names.end() || !is_same(*found, wanted))
            fail_bad_input(n, fmt::format("there is no node {} in tree {}", id, tree));
        return found->place;
    }

private:
    static bool is_same(const named_node& a, const named_node& b) {
        return a.tree == b.tree && a.id == b.id;
    }

    const node& n;
    std::vector<named_node> names;
};

/// The first node of each tree, trees in the order of the lists.
std::vector<std::uint32_t> roots_of(const std::vector<forest_node>& nodes) {
    std::vector<std::uint32_t> roots;
    std::unordered_set<std::int64_t> trees;
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if (trees.insert(nodes[i].tree).second) roots.push_back(i);
    return roots;
}

void read_nodes(const node& n, forest& f) {
    const extents trees = integers_attribute(n, "nodes_treeids", {});
    const std::size_t count = trees.size();
    if (count == 0) fail_bad_input(n, "it has no nodes");
    const extents ids = list_of(n, "nodes_nodeids", count);
    const extents features = list_of(n, "nodes_featureids", count);
    const std::vector<double> values = reals_of(n, "nodes_values", count);
    const auto modes = texts_of(n, "nodes_modes", count);
    const extents nan_is_true = optional_list_of(n, "nodes_missing_value_tracks_true", count);
    f.nodes.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        f.nodes[i] = {.mode = mode_from(n, modes[i]),
                      .nan_is_true = nan_is_true[i] != 0,
                      .feature = feature_of(features[i]),
                      .value = values[i],
                      .tree = trees[i],
                      .id = ids[i]};
}

void connect_nodes(const node& n, forest& f, const node_index& index) {
    const extents if_true = list_of(n, "nodes_truenodeids", f.nodes.size());
    const extents if_false = list_of(n, "nodes_falsenodeids", f.nodes.size());
    for (std::size_t i = 0; i < f.nodes.size(); ++i) {
        forest_node& at = f.nodes[i];
        if (at.mode == branch_mode::leaf) continue;
        check_threshold(n, at);
        at.if_true = index.find(at.tree, if_true[i]);
        at.if_false = index.find(at.tree, if_false[i]);
    }
}

/// Votes of a branch mean nothing: no row ends there.
void read_votes(const node& n, const std::string& prefix, forest& f, const node_index& index) {
    const extents targets = integers_attribute(n, prefix + "_ids", {});
    const extents trees = list_of(n, prefix + "_treeids", targets.size());
    const extents ids = list_of(n, prefix + "_nodeids", targets.size());
    const std::vector<double> weights = reals_of(n, prefix + "_weights", targets.size());
    f.votes.resize(f.nodes.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::uint32_t leaf = index.find(trees[i], ids[i]);
        const forest_vote vote = vote_of(n, f.nodes[leaf], f.targets, targets[i], weights[i]);
        if (f.nodes[leaf].mode == branch_mode::leaf) f.votes[leaf].push_back(vote);
    }
}

}  // namespace

forest read_forest(const node& n, const std::string& prefix, std::int64_t targets) {
    forest f;
    f.targets = targets;
    f.aggregate = aggregate_of(n, text_attribute(n, "aggregate_function", "SUM"));
    read_nodes(n, f);
    f.roots = roots_of(f.nodes);
    const node_index index(n, f.nodes);
    connect_nodes(n, f, index);
    read_votes(n, prefix, f, index);
    return f;
}

}  // namespace onnx2hpp
