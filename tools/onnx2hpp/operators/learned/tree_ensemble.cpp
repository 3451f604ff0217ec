// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/class_labels.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/learned/forests.hpp>

#include <fmt/format.h>

#include <array>

namespace onnx2hpp {
namespace {

using tigris::ops::tree_aggregate;

/// Votes of one leaf for one target are added where there are several targets, but of one target
/// ONNX Runtime takes the first, and a leaf without a vote for 0.
void check_single_target(const node& n, const forest& f) {
    const bool counts_silence =
        f.aggregate == tree_aggregate::minimum || f.aggregate == tree_aggregate::maximum;
    for (std::size_t i = 0; i < f.nodes.size(); ++i) {
        if (f.nodes[i].mode != branch_mode::leaf) continue;
        if (f.votes[i].size() > 1 || (counts_silence && f.votes[i].empty()))
            fail_unsupported(n,
                             fmt::format("runtimes disagree about {}, which has {} votes",
                                         label_of(f.nodes[i]), f.votes[i].size()),
                             "give each leaf one vote");
    }
}

/// Notes where ONNX Runtime 1.30 does not do what ONNX says of TreeEnsemble.
void note_differences(const node& n, const forest& f, std::string_view transform) {
    if (f.targets > 1 && (transform == "SOFTMAX" || transform == "LOGISTIC"))
        note(label_of(n) +
             ": ONNX Runtime takes SOFTMAX for LOGISTIC here, and LOGISTIC for SOFTMAX");
    if (!f.members.empty())
        note(label_of(n) +
             ": ONNX Runtime cuts off the fraction of a number before it looks for it in "
             "a set");
}

void give_targets(expansion& e, forest f, const std::vector<double>& base,
                  const std::string& transform) {
    const bool is_left_out = f.targets == 1 && transform != "NONE" && transform != "PROBIT";
    if (f.targets == 1) check_single_target(e.at, f);
    if (!base.empty() && has_silent_leaf(f, static_cast<std::size_t>(f.targets)))
        note(label_of(e.at) +
             ": base_values are added to all targets; ONNX Runtime leaves out those "
             "without a vote");
    if (is_left_out)
        note(label_of(e.at) + ": ONNX Runtime leaves out " + transform + " of one target");
    const value_id scores = add_trees(e, features_of(e), std::move(f), base);
    e.give(0, transformed(e, scores, transform));
}

bool expand_tree_ensemble_regressor(expansion& e) {
    const std::int64_t targets = integer_attribute(e.at, "n_targets", 1);
    check_targets(e.at, targets);
    give_targets(e, read_forest(e.at, "target", targets),
                 base_of(e.at, static_cast<std::size_t>(targets)),
                 text_attribute(e.at, "post_transform", "NONE"));
    return true;
}

bool expand_tree_ensemble(expansion& e) {
    constexpr std::array transforms{"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
    const std::int64_t targets = integer_attribute(e.at, "n_targets", 1);
    check_targets(e.at, targets);
    const auto transform = static_cast<std::size_t>(integer_attribute(e.at, "post_transform", 0));
    if (transform >= transforms.size()) fail_bad_input(e.at, "ONNX has no such post_transform");
    forest f = read_tree_ensemble(e.at);
    note_differences(e.at, f, transforms[transform]);
    give_targets(e, std::move(f), {}, transforms[transform]);
    return true;
}

}  // namespace

namespace operators {

operator_entries tree_ensemble_operators() {
    return {
        {.type = "ai.onnx.ml.TreeEnsemble",
         .versions = {{.since = {5},
                       .attributes =
                           {integer("aggregate_function"), required(integers("leaf_targetids")),
                            required(doubles("leaf_weights")), doubles("membership_values"),
                            integer("n_targets"), required(integers("nodes_falseleafs")),
                            required(integers("nodes_falsenodeids")),
                            required(integers("nodes_featureids")), doubles("nodes_hitrates"),
                            integers("nodes_missing_value_tracks_true"),
                            required(any_tensor("nodes_modes")), required(doubles("nodes_splits")),
                            required(integers("nodes_trueleafs")),
                            required(integers("nodes_truenodeids")), integer("post_transform"),
                            required(integers("tree_roots"))}}},
         .expand = expand_tree_ensemble},
        {.type = "ai.onnx.ml.TreeEnsembleRegressor",
         .versions = {{.since = {1},
                       .attributes = {text("aggregate_function"), reals("base_values"),
                                      integer("n_targets"), integers("nodes_falsenodeids"),
                                      integers("nodes_featureids"), reals("nodes_hitrates"),
                                      integers("nodes_missing_value_tracks_true"),
                                      texts("nodes_modes"), integers("nodes_nodeids"),
                                      integers("nodes_treeids"), integers("nodes_truenodeids"),
                                      reals("nodes_values"), text("post_transform"),
                                      integers("target_ids"), integers("target_nodeids"),
                                      integers("target_treeids"), reals("target_weights")}},
                      {.since = {3, 5},
                       .attributes = {text("aggregate_function"),
                                      reals("base_values"),
                                      doubles("base_values_as_tensor"),
                                      integer("n_targets"),
                                      integers("nodes_falsenodeids"),
                                      integers("nodes_featureids"),
                                      reals("nodes_hitrates"),
                                      doubles("nodes_hitrates_as_tensor"),
                                      integers("nodes_missing_value_tracks_true"),
                                      texts("nodes_modes"),
                                      integers("nodes_nodeids"),
                                      integers("nodes_treeids"),
                                      integers("nodes_truenodeids"),
                                      reals("nodes_values"),
                                      doubles("nodes_values_as_tensor"),
                                      text("post_transform"),
                                      integers("target_ids"),
                                      integers("target_nodeids"),
                                      integers("target_treeids"),
                                      reals("target_weights"),
                                      doubles("target_weights_as_tensor")}}},
         .expand = expand_tree_ensemble_regressor,
         .traits = {.takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
