// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/vote_tables.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::ops::tree_aggregate;
using tigris::ops::tree_votes;
using leaf_votes = std::vector<forest_vote>;

/// A leaf's votes, and in which tree it is.
struct forest_leaf {
    const leaf_votes* votes;
    std::size_t tree;
};

std::vector<forest_leaf> leaves_of(const forest& f) {
    std::vector<forest_leaf> leaves;
    for (std::size_t i = 0, tree = 0; i < f.nodes.size(); ++i) {
        if (tree < f.roots.size() && f.roots[tree] == i) ++tree;
        if (f.nodes[i].mode == branch_mode::leaf) leaves.push_back({&f.votes[i], tree - 1});
    }
    return leaves;
}

/// Records of leaves, each once, and which one each leaf has; or, if that is smaller, one for each
/// leaf and no places.
template <class Record>
struct records {
    std::vector<Record> all;
    std::vector<std::int64_t> places;
};

/// `bytes_of` a record; keys are compared by their order.
template <class Record, class Bytes>
records<Record> without_repetition(std::vector<Record> of_leaves, Bytes bytes_of) {
    records<Record> result;
    std::map<Record, std::int64_t> known;
    std::size_t plain = 0, distinct = 0;
    for (const Record& record : of_leaves) {
        const auto [place, is_new] = known.emplace(record, static_cast<std::int64_t>(known.size()));
        if (is_new) result.all.push_back(record);
        result.places.push_back(place->second);
        plain += bytes_of(record);
        if (is_new) distinct += bytes_of(record);
    }
    const std::size_t places = bytes_of_numbers(known.size() - 1) * of_leaves.size();
    if (distinct + places < plain) return result;
    return {std::move(of_leaves), {}};
}

std::size_t bytes_of(const std::vector<std::int64_t>& numbers) {
    if (numbers.empty()) return 0;
    const auto highest = *std::max_element(numbers.begin(), numbers.end());
    return bytes_of_numbers(static_cast<std::size_t>(highest)) * numbers.size();
}

std::size_t bytes_of(const vote_tables& t) {
    return 4 * t.weights.size() + bytes_of(t.places) + bytes_of(t.targets) + bytes_of(t.begins);
}

/// The target of each tree, if each leaf has one vote and those of a tree are for one target.
std::optional<std::vector<std::int64_t>> targets_of_trees(const forest& f,
                                                          const std::vector<forest_leaf>& leaves) {
    std::vector<std::int64_t> targets(f.roots.size(), -1);
    for (const forest_leaf& leaf : leaves) {
        if (leaf.votes->size() != 1) return {};
        std::int64_t& target = targets[leaf.tree];
        if (target >= 0 && target != leaf.votes->front().target) return {};
        target = leaf.votes->front().target;
    }
    return targets;
}

std::optional<vote_tables> one_for_each_tree(const forest& f,
                                             const std::vector<forest_leaf>& leaves) {
    const auto targets = targets_of_trees(f, leaves);
    if (!targets) return {};
    std::vector<float> weights;
    for (const forest_leaf& leaf : leaves) weights.push_back(leaf.votes->front().weight);
    auto [all, places] =
        without_repetition(std::move(weights), [](float) { return std::size_t{4}; });
    return vote_tables{tree_votes::one, std::move(all), std::move(places), *targets, {}};
}

using vote_records = records<leaf_votes>;

vote_tables some(const vote_records& r) {
    vote_tables result{.form = tree_votes::some, .places = r.places};
    for (const leaf_votes& record : r.all) {
        result.begins.push_back(static_cast<std::int64_t>(result.weights.size()));
        for (const forest_vote& vote : record) {
            result.weights.push_back(vote.weight);
            result.targets.push_back(vote.target);
        }
    }
    result.begins.push_back(static_cast<std::int64_t>(result.weights.size()));
    if (result.weights.empty()) result.weights = {0}, result.targets = {0};
    return result;
}

/// Whether a record can be a span of weights: it has each target once, or leaves out what is 0.
bool is_span(const forest& f, leaf_votes votes) {
    std::sort(votes.begin(), votes.end());
    const auto same =
        std::adjacent_find(votes.begin(), votes.end(),
                           [](const auto& a, const auto& b) { return a.target == b.target; });
    const bool has_all = static_cast<std::int64_t>(votes.size()) == f.targets;
    const bool adds = f.aggregate == tree_aggregate::sum || f.aggregate == tree_aggregate::average;
    return same == votes.end() && (has_all || adds);
}

vote_tables all(const forest& f, const vote_records& r) {
    const auto targets = static_cast<std::size_t>(f.targets);
    vote_tables result{.weights = std::vector<float>(targets * r.all.size()), .places = r.places};
    for (std::size_t i = 0; i < r.all.size(); ++i)
        for (const forest_vote& vote : r.all[i])
            result.weights[i * targets + static_cast<std::size_t>(vote.target)] = vote.weight;
    return result;
}

/// A span for each record, if it is no larger than lists.
std::optional<vote_tables> spans(const forest& f, const vote_records& r, std::size_t most_bytes) {
    const std::size_t bytes = 4 * static_cast<std::size_t>(f.targets) * r.all.size();
    if (bytes + bytes_of(r.places) > most_bytes) return {};
    for (const leaf_votes& record : r.all)
        if (!is_span(f, record)) return {};
    return all(f, r);
}

}  // namespace

vote_tables vote_tables_of(const forest& f) {
    const std::vector<forest_leaf> leaves = leaves_of(f);
    std::vector<leaf_votes> of_leaves;
    for (const forest_leaf& leaf : leaves) of_leaves.push_back(*leaf.votes);
    const vote_records distinct = without_repetition(
        std::move(of_leaves), [](const leaf_votes& votes) { return 4 * votes.size() + 1; });
    vote_tables best = some(distinct);
    if (auto spans_too = spans(f, distinct, bytes_of(best))) best = std::move(*spans_too);
    if (f.targets == 1) return best;
    if (auto one = one_for_each_tree(f, leaves); one && bytes_of(*one) < bytes_of(best))
        return *one;
    return best;
}

std::size_t bytes_of_numbers(std::size_t highest) {
    return highest < 256 ? 1 : highest < 65536 ? 2 : 4;
}

shared_tensor table_of(const std::vector<std::int64_t>& numbers) {
    const auto highest = *std::max_element(numbers.begin(), numbers.end());
    const std::size_t bytes = bytes_of_numbers(static_cast<std::size_t>(highest));
    const dtype type = bytes == 1 ? dtype::u8 : bytes == 2 ? dtype::u16 : dtype::u32;
    return make_tensor(type, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

shared_tensor table_of(const std::vector<float>& numbers) {
    return tensor_of(dtype::f32, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

}  // namespace onnx2hpp
