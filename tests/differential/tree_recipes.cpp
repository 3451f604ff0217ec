// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees and linear models of ai.onnx.ml.

#include "recipes.hpp"

#include <algorithm>
#include <limits>

namespace differential {
namespace {

constexpr std::int64_t features = 4;

std::string rows(draft& d, double low = -2) {
    return d.input(d.random_reals({d.random.integer(1, 3), features}, low, 2));
}

/// Nodes of TreeEnsembleRegressor and -Classifier, list by list.
struct node_lists {
    shape trees, ids, nodes_features, when_true, when_false, nan_is_true;
    std::vector<double> values;
    std::vector<std::string> modes;
    shape leaf_trees, leaf_ids, targets;
    std::vector<double> weights;

    /// Number of the node that was added, in preorder.
    std::int64_t grow(draft& d, std::int64_t tree, std::int64_t& next, int depth,
                      std::int64_t target_count) {
        const std::int64_t id = next++;
        const std::size_t at = ids.size();
        const bool is_leaf = depth == 0 || d.chance(0.2);
        trees.push_back(tree);
        ids.push_back(id);
        nodes_features.push_back(is_leaf ? 0 : d.random.integer(0, features - 1));
        values.push_back(is_leaf ? 0 : double(d.random.integer(-4, 4)) / 2);
        nan_is_true.push_back(d.random.integer(0, 1));
        modes.push_back(is_leaf
                            ? "LEAF"
                            : d.random.pick({"BRANCH_LEQ", "BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                             "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"}));
        when_true.push_back(0);
        when_false.push_back(0);
        if (is_leaf) {
            for (std::int64_t t = 0; t < target_count; ++t) {
                leaf_trees.push_back(tree);
                leaf_ids.push_back(id);
                targets.push_back(t);
                weights.push_back(d.random.real(-1, 1));
            }
        } else {
            when_true[at] = grow(d, tree, next, depth - 1, target_count);
            when_false[at] = grow(d, tree, next, depth - 1, target_count);
        }
        return id;
    }
};

node_lists grown(draft& d, std::int64_t target_count) {
    node_lists all;
    const std::int64_t count = d.random.integer(1, 4);
    for (std::int64_t tree = 0; tree < count; ++tree) {
        std::int64_t next = 0;
        all.grow(d, tree, next, int(d.random.integer(1, 4)), target_count);
    }
    return all;
}

void set_floats(draft& d, node_draft& node, const std::string& name,
                const std::vector<double>& values) {
    if (d.ml_version >= 3 && d.chance(0.4)) {
        const auto count = std::int64_t(values.size());
        node.set((name + "_as_tensor").c_str(), reference::reals({count}, values));
    } else {
        node.set(name.c_str(), values);
    }
}

void set_lists(draft& d, node_draft& node, const node_lists& all, const std::string& votes) {
    node.set("nodes_treeids", all.trees)
        .set("nodes_nodeids", all.ids)
        .set("nodes_featureids", all.nodes_features)
        .set("nodes_modes", all.modes)
        .set("nodes_truenodeids", all.when_true)
        .set("nodes_falsenodeids", all.when_false)
        .set((votes + "treeids").c_str(), all.leaf_trees)
        .set((votes + "nodeids").c_str(), all.leaf_ids)
        .set((votes + "ids").c_str(), all.targets);
    set_floats(d, node, "nodes_values", all.values);
    set_floats(d, node, votes + "weights", all.weights);
    if (d.chance(0.5)) node.set("nodes_missing_value_tracks_true", all.nan_is_true);
    if (d.chance(0.2)) set_floats(d, node, "nodes_hitrates", std::vector<double>(all.ids.size()));
}

std::string transform(draft& d) { return d.random.pick({"NONE", "LOGISTIC", "SOFTMAX"}); }

void draw_regressor(draft& d, const std::string& op) {
    const std::int64_t targets = d.random.integer(1, 3);
    node_draft node(op, {rows(d)});
    set_lists(d, node, grown(d, targets), "target_");
    node.set("n_targets", targets);
    if (d.chance(0.6))
        node.set("aggregate_function", d.random.pick({"SUM", "AVERAGE", "MIN", "MAX"}));
    if (targets > 1 && d.chance(0.5)) node.set("post_transform", transform(d));
    if (d.chance(0.4))
        set_floats(d, node, "base_values", std::vector<double>(std::size_t(targets), 0.375));
    d.add(node);
}

shape some_labels(std::int64_t count) {
    shape labels;
    for (std::int64_t i = 0; i < count; ++i) labels.push_back(7 - 2 * i);
    return labels;
}

/// Integers, or the strings that are given back.
std::vector<std::string> set_class_labels(draft& d, node_draft& node, const char* integers,
                                          std::int64_t classes) {
    if (d.chance(0.6)) {
        node.set(integers, some_labels(classes));
        return {};
    }
    std::vector<std::string> words{"no", "yes", "", "perhaps"};
    words.resize(std::size_t(classes));
    node.set("classlabels_strings", words);
    return words;
}

/// Strings become numbers, which runs are compared by.
void add_classifier(draft& d, const node_draft& node, std::vector<std::string> words) {
    const std::string labels = d.add(node, 2).at(0);
    if (words.empty()) return;
    std::reverse(words.begin(), words.end());
    if (d.chance(0.5)) words.pop_back();
    add_numbers_of(d, labels, words);
}

void draw_classifier(draft& d, const std::string& op) {
    const std::int64_t classes = d.random.integer(2, 4);
    node_draft node(op, {rows(d)});
    set_lists(d, node, grown(d, classes), "class_");
    const auto words = set_class_labels(d, node, "classlabels_int64s", classes);
    if (d.chance(0.6)) node.set("post_transform", transform(d));
    if (d.chance(0.4))
        set_floats(d, node, "base_values", std::vector<double>(std::size_t(classes), 0.375));
    add_classifier(d, node, words);
}

/// TreeEnsemble numbers branches and leaves apart.
struct numbered_lists {
    shape nodes_features, when_true, true_is_leaf, when_false, false_is_leaf, nan_is_true;
    std::vector<double> splits, members, weights;
    shape modes, targets, roots;

    struct place {
        std::int64_t id;
        std::int64_t is_leaf;
    };
    place grow(draft& d, int depth, std::int64_t target_count) {
        if (depth == 0 || (depth < 3 && d.chance(0.3))) {
            targets.push_back(d.random.integer(0, target_count - 1));
            weights.push_back(d.random.real(-1, 1));
            return {std::int64_t(targets.size()) - 1, 1};
        }
        const std::size_t at = modes.size();
        modes.push_back(d.random.integer(0, 6));
        nodes_features.push_back(d.random.integer(0, features - 1));
        splits.push_back(double(d.random.integer(-4, 4)) / 2);
        nan_is_true.push_back(d.random.integer(0, 1));
        if (modes[at] == 6) {
            const std::int64_t count = d.random.integer(1, 4);
            for (std::int64_t i = 0; i < count; ++i)
                members.push_back(double(d.random.integer(-2, 2)));
            members.push_back(std::numeric_limits<double>::quiet_NaN());
        }
        for (shape* each : {&when_true, &true_is_leaf, &when_false, &false_is_leaf})
            each->push_back(0);
        const place yes = grow(d, depth - 1, target_count);
        const place no = grow(d, depth - 1, target_count);
        when_true[at] = yes.id, true_is_leaf[at] = yes.is_leaf;
        when_false[at] = no.id, false_is_leaf[at] = no.is_leaf;
        return {std::int64_t(at), 0};
    }
};

void draw_tree_ensemble(draft& d, const std::string& op) {
    const std::int64_t targets = d.random.integer(1, 3);
    numbered_lists all;
    const std::int64_t count = d.random.integer(1, 3);
    for (std::int64_t tree = 0; tree < count; ++tree)
        all.roots.push_back(all.grow(d, 3, targets).id);
    const auto list = [](const std::vector<double>& values) {
        return reference::reals({std::int64_t(values.size())}, values);
    };
    node_draft node(op, {rows(d)});
    node.set("tree_roots", all.roots)
        .set("n_targets", targets)
        .set("nodes_featureids", all.nodes_features)
        .set("nodes_modes",
             reference::integers({std::int64_t(all.modes.size())}, all.modes, element_type::uint8))
        .set("nodes_splits", list(all.splits))
        .set("nodes_truenodeids", all.when_true)
        .set("nodes_trueleafs", all.true_is_leaf)
        .set("nodes_falsenodeids", all.when_false)
        .set("nodes_falseleafs", all.false_is_leaf)
        .set("leaf_targetids", all.targets)
        .set("leaf_weights", list(all.weights));
    if (d.chance(0.3)) node.set("nodes_hitrates", list(all.splits));
    if (!all.members.empty()) node.set("membership_values", list(all.members));
    if (d.chance(0.5)) node.set("nodes_missing_value_tracks_true", all.nan_is_true);
    if (d.chance(0.6)) node.set("aggregate_function", d.random.integer(0, targets == 1 ? 3 : 1));
    if (targets > 1 && d.chance(0.4)) node.set("post_transform", d.random.integer(0, 2));
    d.add(node);
}

std::vector<double> some_reals(draft& d, std::int64_t count) {
    return d.random_reals({count}, -1, 1).reals;
}

void draw_linear_classifier(draft& d, const std::string& op) {
    const std::int64_t classes = d.random.integer(2, 4);
    node_draft node(op, {rows(d)});
    const auto words = set_class_labels(d, node, "classlabels_ints", classes);
    node.set("coefficients", some_reals(d, classes * features))
        .set("intercepts", some_reals(d, classes));
    if (d.chance(0.6)) node.set("post_transform", transform(d));
    if (d.chance(0.3)) node.set("multi_class", 1);
    add_classifier(d, node, words);
}

void draw_linear_regressor(draft& d, const std::string& op) {
    const std::int64_t targets = d.random.integer(1, 3);
    node_draft node(op, {rows(d)});
    node.set("coefficients", some_reals(d, targets * features));
    if (d.chance(0.6)) node.set("intercepts", some_reals(d, targets));
    if (targets > 1 || d.chance(0.3)) node.set("targets", targets);
    if (d.chance(0.3)) node.set("post_transform", targets > 1 ? transform(d) : "NONE");
    d.add(node);
}

void draw_scaler(draft& d, const std::string& op) {
    const auto count = [&] { return d.chance(0.5) ? features : 1; };
    node_draft node(op, {rows(d)});
    node.set("offset", some_reals(d, count())).set("scale", some_reals(d, count()));
    d.add(node);
}

void draw_normalizer(draft& d, const std::string& op) {
    const std::string norm = d.random.pick({"L1", "L2", "MAX"});
    node_draft node(op, {rows(d, norm == "MAX" ? 0 : -2)});  // what MAX does below 0 is disputed
    if (norm != "MAX" || d.chance(0.5)) node.set("norm", norm);
    d.add(node);
}

void draw_binarizer(draft& d, const std::string& op) {
    node_draft node(op, {rows(d)});
    if (d.chance(0.6)) node.set("threshold", d.random.pick({-0.5, 0.0, 1.0}));
    d.add(node);
}

void draw_feature_extractor(draft& d, const std::string& op) {
    const shape count{d.random.integer(1, 3)};
    d.add({op,
           {rows(d), d.constant(d.random_integers(element_type::int64, count, 0, features - 1))}});
}

}  // namespace

void add_tree_recipes(recipe_map& all) {
    all["ai.onnx.ml.ArrayFeatureExtractor"] = {draw_feature_extractor, 0};
    all["ai.onnx.ml.Binarizer"] = {draw_binarizer, 0};
    all["ai.onnx.ml.LinearClassifier"] = {draw_linear_classifier, 0};
    all["ai.onnx.ml.LinearRegressor"] = {draw_linear_regressor, 0};
    all["ai.onnx.ml.Normalizer"] = {draw_normalizer, 0};
    all["ai.onnx.ml.Scaler"] = {draw_scaler, 0};
    all["ai.onnx.ml.TreeEnsemble"] = {draw_tree_ensemble, 0};
    all["ai.onnx.ml.TreeEnsembleClassifier"] = {draw_classifier, 0};
    all["ai.onnx.ml.TreeEnsembleRegressor"] = {draw_regressor, 0};
}

}  // namespace differential
