// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/vote_tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace onnx2hpp {
namespace {

bool is_branch(const forest_node& at) { return at.mode != branch_mode::leaf; }

/// How many leaves lie at or below each node. In preorder, they come after it.
std::vector<std::size_t> count_leaves(const forest& f) {
    std::vector<std::size_t> leaves(f.nodes.size(), 1);
    for (std::size_t i = f.nodes.size(); i-- > 0;)
        if (is_branch(f.nodes[i]))
            leaves[i] = leaves[f.nodes[i].if_true] + leaves[f.nodes[i].if_false];
    return leaves;
}

std::vector<forest_node> branches_of(const forest& f) {
    std::vector<forest_node> branches;
    std::copy_if(f.nodes.begin(), f.nodes.end(), std::back_inserter(branches), is_branch);
    return branches;
}

/// Sets one after the other, each after its size, and where each begins; equal ones are one.
class set_table {
public:
    explicit set_table(const forest& f) : f(f) {}

    float place_of(const node& n, const member_span& set) {
        const auto begin = f.members.begin() + set.first;
        const std::vector<float> members(begin, begin + set.count);
        const auto [place, is_new] = places.emplace(members, static_cast<float>(numbers.size()));
        if (numbers.size() + members.size() >= (std::size_t{1} << 24))
            fail_unsupported(n, "its sets have more members than a float can count",
                             "use smaller sets");
        if (!is_new) return place->second;
        numbers.push_back(static_cast<float>(members.size()));
        numbers.insert(numbers.end(), members.begin(), members.end());
        return place->second;
    }

    std::vector<float> numbers;

private:
    const forest& f;
    std::map<std::vector<float>, float> places;
};

/// The test of a node, as ops::tree_ensemble numbers it.
unsigned test_of(const forest_node& at) {
    return at.mode == branch_mode::leq ? 0 : at.mode == branch_mode::eq ? 1 : 2;
}

/// The bits that each part of a word needs.
void choose_bits(packed_forest& p, const std::vector<forest_node>& branches,
                 const std::vector<std::size_t>& jumps) {
    std::size_t jump = 0, feature = 0, passes = 0;
    unsigned test = 0;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        jump = std::max(jump, jumps[i]);
        feature = std::max(feature, static_cast<std::size_t>(branches[i].feature));
        passes += branches[i].nan_is_true;
        test = std::max(test, test_of(branches[i]));
    }
    p.op.jump_bits = static_cast<std::int8_t>(std::bit_width(jump));
    p.op.feature_bits = static_cast<std::int8_t>(std::bit_width(feature));
    p.op.test_bits = static_cast<std::int8_t>(std::bit_width(test));
    p.op.nan_bits = passes != 0 && passes != branches.size();
    p.op.nan_passes = passes != 0 && passes == branches.size();
}

std::vector<std::int64_t> words_of(const node& n, const packed_forest& p,
                                   const std::vector<forest_node>& branches,
                                   const std::vector<std::size_t>& jumps) {
    const int above = p.op.jump_bits + p.op.feature_bits;
    const int bits = above + p.op.nan_bits + p.op.test_bits;
    if (bits > 32)
        fail_unsupported(n, fmt::format("a node of its trees needs {} bits, but has 32", bits),
                         "use smaller trees, or fewer features");
    std::vector<std::int64_t> words(std::max<std::size_t>(branches.size(), 1));
    for (std::size_t i = 0; i < branches.size(); ++i)
        words[i] = static_cast<std::int64_t>(
            jumps[i] | static_cast<std::size_t>(branches[i].feature) << p.op.jump_bits |
            std::size_t{p.op.nan_bits != 0 && branches[i].nan_is_true} << above |
            std::size_t{test_of(branches[i])} << (above + p.op.nan_bits));
    return words;
}

/// The jumps of the branches: how many leaves lie below their true branches.
std::vector<std::size_t> jumps_of(const forest& f) {
    const std::vector<std::size_t> leaves = count_leaves(f);
    std::vector<std::size_t> jumps;
    for (const forest_node& at : f.nodes)
        if (is_branch(at)) jumps.push_back(leaves[at.if_true]);
    return jumps;
}

/// The number of branches before each tree, and of all.
std::vector<std::int64_t> roots_of(const forest& f) {
    std::vector<std::int64_t> roots;
    std::int64_t branches = 0;
    for (std::size_t i = 0, tree = 0; i < f.nodes.size(); ++i) {
        if (tree < f.roots.size() && f.roots[tree] == i) roots.push_back(branches), ++tree;
        branches += is_branch(f.nodes[i]);
    }
    roots.push_back(branches);
    return roots;
}

/// Numbers with equal ones once, if that is smaller.
struct threshold_table {
    std::vector<float> numbers;
    std::vector<std::int64_t> places;
};

threshold_table without_repetition(std::vector<float> thresholds) {
    threshold_table table;
    std::unordered_map<std::uint32_t, std::int64_t> known;
    for (const float t : thresholds) {
        const auto [place, is_new] =
            known.emplace(std::bit_cast<std::uint32_t>(t), static_cast<std::int64_t>(known.size()));
        if (is_new) table.numbers.push_back(t);
        table.places.push_back(place->second);
    }
    const std::size_t bytes = bytes_of_numbers(table.numbers.size() - 1) * thresholds.size();
    if (4 * table.numbers.size() + bytes < 4 * thresholds.size()) return table;
    return {std::move(thresholds), {}};
}

/// The threshold of each branch, or the place of its set; a number even where there is no branch.
std::vector<float> numbers_of(const node& n, const std::vector<forest_node>& branches,
                              set_table& sets) {
    std::vector<float> numbers(std::max<std::size_t>(branches.size(), 1));
    for (std::size_t i = 0; i < branches.size(); ++i)
        numbers[i] = branches[i].mode == branch_mode::member
                         ? sets.place_of(n, branches[i].set)
                         : static_cast<float>(branches[i].value);
    return numbers;
}

/// Adds an optional table, unless it is empty; in the order of ops::tree_input.
template <class T>
bool add_optional(packed_forest& p, const std::vector<T>& table) {
    if (!table.empty()) p.tables.push_back(table_of(table));
    return !table.empty();
}

}  // namespace

packed_forest pack(const node& n, const forest& f, const std::vector<double>& base) {
    const std::vector<forest_node> branches = branches_of(f);
    const std::vector<std::size_t> jumps = jumps_of(f);
    packed_forest p;
    p.nodes = branches.size();
    p.leaves = f.nodes.size() - branches.size();
    p.op.aggregate = f.aggregate;
    p.op.targets = static_cast<std::int32_t>(f.targets);
    choose_bits(p, branches, jumps);
    set_table sets(f);
    const threshold_table thresholds = without_repetition(numbers_of(n, branches, sets));
    const vote_tables votes = vote_tables_of(f);
    p.op.votes = votes.form;
    p.tables = {table_of(words_of(n, p, branches, jumps)), table_of(thresholds.numbers),
                table_of(roots_of(f)), table_of(votes.weights)};
    p.op.has_threshold_places = add_optional(p, thresholds.places);
    p.op.has_leaf_places = add_optional(p, votes.places);
    add_optional(p, votes.targets);
    add_optional(p, votes.begins);
    add_optional(p, sets.numbers);
    p.op.has_base = add_optional(p, std::vector<float>(base.begin(), base.end()));
    return p;
}

}  // namespace onnx2hpp
