// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace onnx2hpp {
namespace {

using shared = std::shared_ptr<const tensor_data>;

/// What TreeEnsemble says of its branches and leaves: lists of their own, which refer to each
/// other.
struct tree_lists {
    extents features, if_true, if_false, true_is_leaf, false_is_leaf, nan_is_true, modes;
    std::vector<double> splits, members, weights;
    extents targets;
};

std::vector<double> numbers(const node& n, const std::string& name) {
    return find_attribute<std::vector<double>>(n, name).value_or(std::vector<double>{});
}

extents modes_of(const node& n, std::size_t count) {
    const shared modes = find_attribute<shared>(n, "nodes_modes").value_or(nullptr);
    if (!modes || modes->type != tigris::dtype::u8)
        fail_bad_input(n, "its nodes_modes is no tensor of uint8");
    const extents list = integers_of(*modes);
    if (list.size() != count)
        fail_bad_input(n, fmt::format("its nodes_modes has {} elements, but must have {}",
                                      list.size(), count));
    for (const std::int64_t mode : list)
        if (mode >= static_cast<std::int64_t>(branch_mode::leaf))
            fail_bad_input(n, fmt::format("ONNX has no mode {}", mode));
    return list;
}

tree_lists lists_of(const node& n) {
    tree_lists l;
    l.features = integers_attribute(n, "nodes_featureids", {});
    const std::size_t count = l.features.size();
    l.if_true = list_of(n, "nodes_truenodeids", count);
    l.if_false = list_of(n, "nodes_falsenodeids", count);
    l.true_is_leaf = list_of(n, "nodes_trueleafs", count);
    l.false_is_leaf = list_of(n, "nodes_falseleafs", count);
    l.nan_is_true = optional_list_of(n, "nodes_missing_value_tracks_true", count);
    l.modes = modes_of(n, count);
    l.splits = numbers(n, "nodes_splits");
    l.members = numbers(n, "membership_values");
    l.weights = numbers(n, "leaf_weights");
    l.targets = list_of(n, "leaf_targetids", l.weights.size());
    if (count == 0) fail_bad_input(n, "it has no nodes");
    if (l.splits.size() != count)
        fail_bad_input(n, fmt::format("its nodes_splits has {} elements, but must have {}",
                                      l.splits.size(), count));
    return l;
}

/// The sets of those nodes that have one, in their order; NaN ends a set.
void read_sets(const node& n, forest& f, const std::vector<double>& members) {
    std::size_t next = 0;
    for (forest_node& at : f.nodes) {
        if (at.mode != branch_mode::member) continue;
        at.set.first = static_cast<std::uint32_t>(f.members.size());
        for (; next < members.size() && !std::isnan(members[next]); ++next)
            f.members.push_back(members[next]);
        if (next++ == members.size()) fail_bad_input(n, "a set of membership_values does not end");
        at.set.count = static_cast<std::uint32_t>(f.members.size()) - at.set.first;
        if (at.set.count == 0) fail_bad_input(n, label_of(at) + " has an empty set");
    }
    if (next < members.size()) fail_bad_input(n, "it has more membership_values than sets");
}

/// Each branch that ends at a leaf gets a leaf of its own, after all branches.
class connection {
public:
    connection(const node& n, const tree_lists& lists, forest& f) : n(n), lists(lists), f(f) {}

    std::uint32_t child(std::int64_t id, bool is_leaf) {
        const std::size_t count = is_leaf ? lists.weights.size() : lists.features.size();
        if (id < 0 || static_cast<std::size_t>(id) >= count)
            fail_bad_input(n, fmt::format("there is no {} {}", is_leaf ? "leaf" : "node", id));
        return is_leaf ? add_leaf(id) : static_cast<std::uint32_t>(id);
    }

private:
    std::uint32_t add_leaf(std::int64_t id) {
        const auto leaf = static_cast<std::size_t>(id);
        f.nodes.push_back({.tree = 0, .id = id});
        f.votes.push_back(
            {vote_of(n, f.nodes.back(), f.targets, lists.targets[leaf], lists.weights[leaf])});
        return static_cast<std::uint32_t>(f.nodes.size() - 1);
    }

    const node& n;
    const tree_lists& lists;
    forest& f;
};

forest_node branch_of(const tree_lists& l, std::size_t i) {
    return {.mode = static_cast<branch_mode>(l.modes[i]),
            .nan_is_true = l.nan_is_true[i] != 0,
            .feature = feature_of(l.features[i]),
            .value = l.splits[i],
            .id = static_cast<std::int64_t>(i)};
}

/// A tree that is a leaf is said by a node both of whose branches are that leaf.
bool is_only_leaf(const tree_lists& l, std::size_t i) {
    return l.true_is_leaf[i] != 0 && l.false_is_leaf[i] != 0 && l.if_true[i] == l.if_false[i];
}

void read_roots(const node& n, forest& f, const tree_lists& l, connection& c) {
    const extents roots = integers_attribute(n, "tree_roots", {});
    if (roots.empty()) fail_bad_input(n, "it has no tree_roots");
    for (const std::int64_t root : roots) {
        const std::uint32_t at = c.child(root, false);
        f.roots.push_back(at);
        if (!is_only_leaf(l, at)) continue;
        f.nodes[at].mode = branch_mode::leaf;
        f.votes[at] = f.votes[f.nodes[at].if_true];
    }
}

}  // namespace

forest read_tree_ensemble(const node& n) {
    const tree_lists lists = lists_of(n);
    constexpr std::array functions{"AVERAGE", "SUM", "MIN", "MAX"};
    const auto function = static_cast<std::size_t>(integer_attribute(n, "aggregate_function", 1));
    forest f;
    f.targets = integer_attribute(n, "n_targets", 1);
    f.aggregate = aggregate_of(n, function < functions.size() ? functions[function] : "?");
    for (std::size_t i = 0; i < lists.features.size(); ++i) f.nodes.push_back(branch_of(lists, i));
    f.votes.resize(f.nodes.size());
    read_sets(n, f, lists.members);
    connection c(n, lists, f);
    for (std::size_t i = 0; i < lists.features.size(); ++i) {
        const bool compares = f.nodes[i].mode != branch_mode::member && !is_only_leaf(lists, i);
        if (compares) check_threshold(n, f.nodes[i]);
        const std::uint32_t if_true = c.child(lists.if_true[i], lists.true_is_leaf[i] != 0);
        const std::uint32_t if_false = c.child(lists.if_false[i], lists.false_is_leaf[i] != 0);
        f.nodes[i].if_true = if_true;
        f.nodes[i].if_false = if_false;
    }
    read_roots(n, f, lists, c);
    return f;
}

}  // namespace onnx2hpp
