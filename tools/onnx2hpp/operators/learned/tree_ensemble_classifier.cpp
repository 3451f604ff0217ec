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

#include <algorithm>
#include <set>

namespace onnx2hpp {
namespace {

/// The classes that leaves vote for.
std::set<std::int64_t> classes_of(const forest& f) {
    std::set<std::int64_t> classes;
    for (const auto& votes : f.votes)
        for (const forest_vote& vote : votes) classes.insert(vote.target);
    return classes;
}

bool has_negative_votes(const forest& f) {
    return std::any_of(f.votes.begin(), f.votes.end(), [](const auto& votes) {
        return std::any_of(votes.begin(), votes.end(),
                           [](const forest_vote& vote) { return vote.weight < 0; });
    });
}

/// Two classes, but votes for one of them only: ONNX does not say what they mean. As ONNX Runtime
/// has it: votes for the first are for the second. Its score is a probability where no vote is
/// negative, and above or below 0 else.
void give_first_of_two(expansion& e, const class_labels& labels, forest f,
                       const std::string& transform) {
    const std::vector<double> base = reals_of(e.at, "base_values");
    if (base.size() > 1 || transform == "PROBIT")
        fail_unsupported(e.at,
                         fmt::format("runtimes disagree about {} of two classes with votes for one",
                                     base.size() > 1 ? "base_values" : "PROBIT"),
                         "export it with votes for both classes");
    const bool is_probability = !has_negative_votes(f);
    f.targets = 1;
    const value_id score = add_trees(e, features_of(e), std::move(f), base);
    if (transform != "NONE" && (is_probability || transform != "LOGISTIC"))
        note(label_of(e.at) + ": votes are for one of two classes; as in ONNX Runtime, " +
             (transform == "LOGISTIC" ? "the label is the second where the sum is above 0.5"
                                      : transform + " is left out"));
    give_labels(e, labels, class_above(e, score, is_probability ? 0.5 : 0));
    const value_id opposite = is_probability && transform != "LOGISTIC"
                                  ? e.add("Sub", {e.number(tigris::dtype::f32, 1), score})
                                  : e.add("Neg", {score});
    const value_id both = pair_of(e, opposite, score);
    e.give(1, transform == "LOGISTIC" ? transformed(e, both, transform) : both);
}

/// Gives labels and scores of two classes where all votes are for the second class. The first
/// class's score is 0.
void give_second_of_two(expansion& e, const class_labels& labels, forest f,
                        const std::string& transform) {
    if (!reals_of(e.at, "base_values").empty() || has_silent_leaf(f, 1))
        fail_unsupported(e.at,
                         "runtimes disagree about base_values and leaves without votes of two "
                         "classes with votes for the second one",
                         "export it with votes for both classes");
    const double threshold = has_negative_votes(f) ? 0 : 0.5;
    const value_id scores = add_trees(e, features_of(e), std::move(f), {});
    const value_id second =
        e.add("Slice", {scores, e.integers({1}), e.integers({2}), e.integers({1})});
    give_labels(e, labels, class_above(e, second, threshold));
    e.give(1, transformed(e, scores, transform));
}

/// The top class, as ONNX has it.
void give_top_class(expansion& e, const class_labels& labels, forest f,
                    const std::string& transform) {
    const std::size_t classes = labels.count();
    const std::vector<double> base = base_of(e.at, classes);
    if (classes == 2)
        note(label_of(e.at) + ": the label is the top class; ONNX Runtime says 1 wherever the " +
             "second class has a score above 0" +
             (base.empty() ? "" : ", and adds other base values"));
    else if (base.empty() && has_negative_votes(f) && has_silent_leaf(f, classes))
        note(label_of(e.at) +
             ": a class without a vote has the score 0; ONNX Runtime never chooses "
             "it");
    const value_id scores = add_trees(e, features_of(e), std::move(f), base);
    give_labels(e, labels, top_class(e, scores));
    e.give(1, transformed(e, scores, transform));
}

bool expand_tree_ensemble_classifier(expansion& e) {
    const class_labels labels = class_labels_of(e.at, "classlabels_int64s");
    check_targets(e.at, static_cast<std::int64_t>(labels.count()));
    forest f = read_forest(e.at, "class", static_cast<std::int64_t>(labels.count()));
    const std::string transform = text_attribute(e.at, "post_transform", "NONE");
    const std::set<std::int64_t> classes = classes_of(f);
    if (labels.count() > 2 || classes.size() != 1)
        give_top_class(e, labels, std::move(f), transform);
    else if (*classes.begin() == 0)
        give_first_of_two(e, labels, std::move(f), transform);
    else
        give_second_of_two(e, labels, std::move(f), transform);
    return true;
}

}  // namespace

namespace operators {

operator_entries tree_ensemble_classifier_operators() {
    return {
        {.type = "ai.onnx.ml.TreeEnsembleClassifier",
         .versions = {{.since = {1},
                       .outputs = 2,
                       .attributes = {reals("base_values"), integers("class_ids"),
                                      integers("class_nodeids"), integers("class_treeids"),
                                      reals("class_weights"), integers("classlabels_int64s"),
                                      texts("classlabels_strings"), integers("nodes_falsenodeids"),
                                      integers("nodes_featureids"), reals("nodes_hitrates"),
                                      integers("nodes_missing_value_tracks_true"),
                                      texts("nodes_modes"), integers("nodes_nodeids"),
                                      integers("nodes_treeids"), integers("nodes_truenodeids"),
                                      reals("nodes_values"), text("post_transform")}},
                      {.since = {3, 5},
                       .outputs = 2,
                       .attributes = {reals("base_values"),
                                      doubles("base_values_as_tensor"),
                                      integers("class_ids"),
                                      integers("class_nodeids"),
                                      integers("class_treeids"),
                                      reals("class_weights"),
                                      doubles("class_weights_as_tensor"),
                                      integers("classlabels_int64s"),
                                      texts("classlabels_strings"),
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
                                      text("post_transform")}}},
         .expand = expand_tree_ensemble_classifier,
         .traits = {.takes_doubles = true, .may_lack_first_output = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
