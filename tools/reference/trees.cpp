// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ai.onnx.ml's decision trees: each row goes from each root to a leaf, whose votes are aggregated.

#include <reference/call.hpp>
#include <reference/scores.hpp>
#include <reference/tensor_proto.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace reference {
namespace {

struct vote {
    std::size_t target;
    double weight;
};

/// A leaf has votes, a branch a comparison ("BRANCH_LEQ", ...) and two nodes below.
struct tree_node {
    std::string mode;
    std::size_t feature = 0;
    double value = 0;
    std::vector<double> members;
    bool nan_is_true = false;
    std::size_t when_true = 0;
    std::size_t when_false = 0;
    std::vector<vote> votes;
};

struct ensemble {
    std::vector<tree_node> nodes;
    std::vector<std::size_t> roots;
};

bool holds(const tree_node& n, double x) {
    if (std::isnan(x) && n.nan_is_true) return true;
    if (n.mode == "BRANCH_LEQ") return x <= n.value;
    if (n.mode == "BRANCH_LT") return x < n.value;
    if (n.mode == "BRANCH_GTE") return x >= n.value;
    if (n.mode == "BRANCH_GT") return x > n.value;
    if (n.mode == "BRANCH_EQ") return x == n.value;
    if (n.mode == "BRANCH_NEQ") return x != n.value;
    if (n.mode == "BRANCH_MEMBER")
        return std::find(n.members.begin(), n.members.end(), x) != n.members.end();
    throw unsupported("mode " + n.mode);
}

const tree_node& leaf_of(const ensemble& e, std::size_t root, const std::vector<double>& row) {
    const tree_node* at = &e.nodes.at(root);
    while (at->mode != "LEAF")
        at = &e.nodes.at(holds(*at, row.at(at->feature)) ? at->when_true : at->when_false);
    return *at;
}

struct aggregate {
    double value = 0;
    bool is_there = false;

    void take(const std::string& how, double x) {
        if (!is_there || how == "SUM" || how == "AVERAGE")
            value += x;
        else
            value = how == "MIN" ? std::min(value, x) : std::max(value, x);
        is_there = true;
    }
};

std::vector<std::vector<double>> numbers_by_row(const tensor& x) {
    const std::int64_t length = x.extent(-1);
    std::vector<std::vector<double>> rows;
    for (std::int64_t first = 0; first < x.size(); first += length) {
        rows.emplace_back();
        for (std::int64_t i = 0; i < length; ++i) rows.back().push_back(x.number(first + i));
    }
    return rows;
}

/// The aggregated votes of each row; base values are added in the end.
std::vector<std::vector<double>> scores_of(const ensemble& e, const tensor& x, std::size_t targets,
                                           const std::string& how,
                                           const std::vector<double>& base_values) {
    std::vector<std::vector<double>> result;
    for (const std::vector<double>& row : numbers_by_row(x)) {
        std::vector<aggregate> sums(targets);
        for (const std::size_t root : e.roots)
            for (const vote& each : leaf_of(e, root, row).votes)
                sums.at(each.target).take(how, each.weight);
        result.emplace_back();
        for (std::size_t t = 0; t < targets; ++t) {
            const double value =
                how == "AVERAGE" ? sums[t].value / double(e.roots.size()) : sums[t].value;
            result.back().push_back(value + (base_values.empty() ? 0 : base_values.at(t)));
        }
    }
    return result;
}

/// A list of floats, or the tensor that may stand for it since version 3.
std::vector<double> values_of(const call& c, const std::string& name) {
    const auto* as_tensor = c.attribute((name + "_as_tensor").c_str());
    return as_tensor ? numbers(from_proto(as_tensor->t())) : c.reals(name.c_str(), {});
}

/// Of TreeEnsembleRegressor and -Classifier, whose votes are called target_... and class_...
class named_trees {
public:
    named_trees(const call& c, const std::string& votes) : c_(c) {
        find_nodes();
        link_nodes();
        add_votes(votes);
    }
    ensemble made;

private:
    using key = std::pair<std::int64_t, std::int64_t>;

    void find_nodes() {
        const shape trees = c_.integers("nodes_treeids", {});
        const shape ids = c_.integers("nodes_nodeids", {});
        const shape features = c_.integers("nodes_featureids", {});
        const shape nan_is_true = c_.integers("nodes_missing_value_tracks_true", {});
        const std::vector<double> values = values_of(c_, "nodes_values");
        const std::vector<std::string> modes = c_.texts("nodes_modes");
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (std::find(trees.begin(), trees.begin() + std::ptrdiff_t(i), trees[i]) ==
                trees.begin() + std::ptrdiff_t(i))
                made.roots.push_back(i);
            place_[{trees.at(i), ids[i]}] = i;
            tree_node n;
            n.mode = modes.at(i);
            n.feature = std::size_t(features.at(i));
            n.value = values.at(i);
            n.nan_is_true = !nan_is_true.empty() && nan_is_true.at(i) != 0;
            made.nodes.push_back(n);
        }
    }
    void link_nodes() {
        const shape trees = c_.integers("nodes_treeids", {});
        const shape when_true = c_.integers("nodes_truenodeids", {});
        const shape when_false = c_.integers("nodes_falsenodeids", {});
        for (std::size_t i = 0; i < made.nodes.size(); ++i) {
            if (made.nodes[i].mode == "LEAF") continue;
            made.nodes[i].when_true = place_.at({trees[i], when_true.at(i)});
            made.nodes[i].when_false = place_.at({trees[i], when_false.at(i)});
        }
    }
    void add_votes(const std::string& prefix) {
        const auto numbers_of = [&](const char* name) {
            return c_.integers((prefix + name).c_str(), {});
        };
        const shape trees = numbers_of("treeids");
        const shape nodes = numbers_of("nodeids");
        const shape targets = numbers_of("ids");
        const std::vector<double> weights = values_of(c_, prefix + "weights");
        for (std::size_t i = 0; i < trees.size(); ++i)
            made.nodes.at(place_.at({trees[i], nodes.at(i)}))
                .votes.push_back({std::size_t(targets.at(i)), weights.at(i)});
    }

    const call& c_;
    std::map<key, std::size_t> place_;
};

tensors tree_regressor(const call& c) {
    const auto targets = std::size_t(c.integer("n_targets", 1));
    auto rows = scores_of(named_trees(c, "target_").made, c[0], targets,
                          c.text("aggregate_function", "SUM"), values_of(c, "base_values"));
    for (std::vector<double>& row : rows) transform_scores(c.text("post_transform", "NONE"), row);
    return {table_of(rows, targets)};
}

/// Votes for one of two classes only are left out: ONNX does not say what they mean.
tensors tree_classifier(const call& c) {
    const tensor labels = class_labels(c, "classlabels_int64s");
    const shape ids = c.integers("class_ids", {});
    if (labels.size() == 2 && std::set<std::int64_t>(ids.begin(), ids.end()).size() < 2)
        throw unsupported("votes for one of two classes");
    return classified(labels, c.text("post_transform", "NONE"),
                      scores_of(named_trees(c, "class_").made, c[0], std::size_t(labels.size()),
                                "SUM", values_of(c, "base_values")));
}

std::vector<double> tensor_numbers(const call& c, const char* name) {
    const auto* found = c.attribute(name);
    return found ? numbers(from_proto(found->t())) : std::vector<double>{};
}

/// Of TreeEnsemble: branches first, leaves after them.
ensemble numbered_trees(const call& c) {
    static const char* const modes[]{"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE",   "BRANCH_GT",
                                     "BRANCH_EQ",  "BRANCH_NEQ", "BRANCH_MEMBER"};
    const auto mode_numbers = tensor_numbers(c, "nodes_modes");
    const auto splits = tensor_numbers(c, "nodes_splits");
    const auto members = tensor_numbers(c, "membership_values");
    const shape features = c.integers("nodes_featureids", {});
    const shape nan_is_true = c.integers("nodes_missing_value_tracks_true", {});
    const shape true_ids = c.integers("nodes_truenodeids", {});
    const shape true_leaves = c.integers("nodes_trueleafs", {});
    const shape false_ids = c.integers("nodes_falsenodeids", {});
    const shape false_leaves = c.integers("nodes_falseleafs", {});
    const std::size_t branches = features.size();
    const auto below = [&](std::int64_t id, std::int64_t is_leaf) {
        return std::size_t(id) + (is_leaf != 0 ? branches : 0);
    };
    ensemble result;
    std::size_t member = 0;
    for (std::size_t i = 0; i < branches; ++i) {
        tree_node n;
        n.mode = modes[std::size_t(mode_numbers.at(i))];
        n.feature = std::size_t(features[i]);
        n.value = splits.at(i);
        n.nan_is_true = !nan_is_true.empty() && nan_is_true.at(i) != 0;
        n.when_true = below(true_ids.at(i), true_leaves.at(i));
        n.when_false = below(false_ids.at(i), false_leaves.at(i));
        if (n.mode == "BRANCH_MEMBER") {
            for (; member < members.size() && !std::isnan(members[member]); ++member)
                n.members.push_back(members[member]);
            ++member;
        }
        result.nodes.push_back(n);
    }
    const shape targets = c.integers("leaf_targetids", {});
    const auto weights = tensor_numbers(c, "leaf_weights");
    for (std::size_t i = 0; i < targets.size(); ++i) {
        tree_node leaf;
        leaf.mode = "LEAF";
        leaf.votes = {{std::size_t(targets[i]), weights.at(i)}};
        result.nodes.push_back(leaf);
    }
    for (const std::int64_t root : c.integers("tree_roots", {}))
        result.roots.push_back(std::size_t(root));
    return result;
}

tensors tree_ensemble(const call& c) {
    static const char* const aggregates[]{"AVERAGE", "SUM", "MIN", "MAX"};
    static const char* const transforms[]{"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
    const auto targets = std::size_t(c.integer("n_targets", 1));
    auto rows = scores_of(numbered_trees(c), c[0], targets,
                          aggregates[c.integer("aggregate_function", 1)], {});
    for (std::vector<double>& row : rows)
        transform_scores(transforms[c.integer("post_transform", 0)], row);
    return {table_of(rows, targets, c[0].is_real() ? c[0].type : element_type::float32)};
}

}  // namespace

void add_trees(operator_map& all) {
    all["ai.onnx.ml.TreeEnsemble"] = tree_ensemble;
    all["ai.onnx.ml.TreeEnsembleClassifier"] = tree_classifier;
    all["ai.onnx.ml.TreeEnsembleRegressor"] = tree_regressor;
}

}  // namespace reference
