// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/learned/forests.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>
#include <onnx2hpp/onnx/tree_ensemble.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

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

}  // namespace

void check_targets(const node& n, std::int64_t targets) {
    if (targets < 1) fail_bad_input(n, fmt::format("it has {} targets", targets));
    if (targets > most_targets)
        fail_unsupported(n, fmt::format("it has {} targets", targets),
                         fmt::format("at most {} are supported", most_targets));
}

namespace {

/// No base values where all are 0, which adds nothing.
std::vector<double> without_zeros(std::vector<double> base) {
    const bool adds = std::any_of(base.begin(), base.end(), [](double b) { return b != 0; });
    return adds ? std::move(base) : std::vector<double>{};
}

}  // namespace

value_id add_trees(expansion& e, value_id x, forest f, const std::vector<double>& base) {
    simplify_tests(f);
    f = in_preorder(e.at, std::move(f), e.dims(x)[1]);
    const packed_forest packed = pack(e.at, f, without_zeros(base));
    note_size(e.at, packed, f.roots.size());
    std::vector<value_id> inputs{x};
    for (const shared_tensor& table : packed.tables) inputs.push_back(e.constant(table));
    return e.add("tigris.Trees", inputs, attributes_of(packed.op));
}

std::vector<double> base_of(const node& n, std::size_t targets) {
    std::vector<double> base = reals_of(n, "base_values");
    if (!base.empty() && base.size() != targets)
        fail_bad_input(n, fmt::format("its base_values has {} elements, but must have {} or none",
                                      base.size(), targets));
    return base;
}

bool has_silent_leaf(const forest& f, std::size_t classes) {
    for (std::size_t i = 0; i < f.nodes.size(); ++i)
        if (f.nodes[i].mode == branch_mode::leaf && f.votes[i].size() < classes) return true;
    return false;
}

}  // namespace onnx2hpp
