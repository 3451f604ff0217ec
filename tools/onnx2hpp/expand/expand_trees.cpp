// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/class_labels.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/tree_ensemble.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace onnx2hpp {
namespace {

using tigris::ops::tree_aggregate;

/// What votes name by 16 bits.
constexpr std::int64_t most_targets = 65536;

/// Bytes of tables before the weights, and of the others, for one node and one leaf.
void note_size(const node& n, const packed_forest& p, std::size_t trees) {
    const int places = place_of(p.op, tigris::ops::tree_input::threshold_places);
    const int members = place_of(p.op, tigris::ops::tree_input::members);
    std::size_t of_nodes = 0, all = 0;
    for (std::size_t i = 0; i < p.tables.size(); ++i) {
        const int input = static_cast<int>(i) + 1;
        all += p.tables[i]->bytes.size();
        if (input < 4 || input == places || input == members) of_nodes += p.tables[i]->bytes.size();
    }
    const auto each = [](std::size_t bytes, std::size_t count) {
        return static_cast<double>(bytes) / static_cast<double>(std::max<std::size_t>(count, 1));
    };
    note(fmt::format("{}: {} trees are {} bytes: {} nodes of {:.1f} and {} leaves of {:.1f}",
                     label_of(n), trees, all, p.nodes, each(of_nodes, p.nodes), p.leaves,
                     each(all - of_nodes, p.leaves)));
}

void check_targets(const node& n, std::int64_t targets) {
    if (targets < 1) fail_bad_input(n, fmt::format("it has {} targets", targets));
    if (targets > most_targets)
        fail_unsupported(n, fmt::format("it has {} targets", targets),
                         fmt::format("at most {} are supported", most_targets));
}

/// No base values where all are 0, which adds nothing.
std::vector<double> without_zeros(std::vector<double> base) {
    const bool adds = std::any_of(base.begin(), base.end(), [](double b) { return b != 0; });
    return adds ? std::move(base) : std::vector<double>{};
}

/// What the trees make of x: [rows, targets].
value_id add_trees(expansion& e, value_id x, forest f, const std::vector<double>& base) {
    simplify_tests(f);
    f = in_preorder(e.at, std::move(f), e.dims(x)[1]);
    const packed_forest packed = pack(e.at, f, without_zeros(base));
    note_size(e.at, packed, f.roots.size());
    std::vector<value_id> inputs{x};
    for (const shared_tensor& table : packed.tables) inputs.push_back(e.constant(table));
    return e.add("Trees", inputs, attributes_of(packed.op));
}

/// None, or one for each target.
std::vector<double> base_of(const node& n, std::size_t targets) {
    std::vector<double> base = reals_of(n, "base_values");
    if (!base.empty() && base.size() != targets)
        fail_bad_input(n, fmt::format("its base_values has {} elements, but must have {} or none",
                                      base.size(), targets));
    return base;
}

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

/// Whether some leaf does not vote for all classes that others vote for.
bool has_silent_leaf(const forest& f, std::size_t classes) {
    for (std::size_t i = 0; i < f.nodes.size(); ++i)
        if (f.nodes[i].mode == branch_mode::leaf && f.votes[i].size() < classes) return true;
    return false;
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

/// The same where the votes are for the second class: the first one's score is 0.
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

/// Where ONNX Runtime 1.30 does not do what ONNX says of TreeEnsemble.
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

}  // namespace

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

}  // namespace onnx2hpp
