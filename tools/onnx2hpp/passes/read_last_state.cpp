// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/read_last_state.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/passes/taken_place.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool gives_all_states(const rewriter& r, const node& n) {
    return traits_of(r.model, n).is_recurrent &&
           text_attribute(n, "direction", "forward") == "forward" && !has_input(n, 4) &&
           integers_attribute(n, "gives", {}) == extents{1, 0, 0};
}

/// Where a Transpose puts an axis. All others must stay in their order, but for those of extent 1:
/// what is taken of the axis then has the same elements in the same order.
std::optional<std::size_t> transposed_axis(const node& n, const extents& dims, std::size_t axis) {
    const extents perm = integers_attribute(n, "perm", {});
    if (perm.empty()) return {};
    extents others;
    for (const std::int64_t from : perm)
        if (from != static_cast<std::int64_t>(axis) && dims[static_cast<std::size_t>(from)] != 1)
            others.push_back(from);
    if (!std::is_sorted(others.begin(), others.end())) return {};
    const auto place = std::find(perm.begin(), perm.end(), static_cast<std::int64_t>(axis));
    return static_cast<std::size_t>(place - perm.begin());
}

/// The axis of the steps in what a move makes, of the axis in what it reads; nothing where steps or
/// states are no axis any more.
std::optional<std::size_t> moved_axis(const rewriter& r, const node& n, std::size_t axis) {
    const extents &from = r.at_value(n.inputs[0]).dims, &to = r.at_value(n.outputs[0]).dims;
    const element_moves moves = traits_of(r.model, n).moves;
    if (moves == element_moves::permutation) return transposed_axis(n, from, axis);
    const bool is_view = moves == element_moves::view || n.op_type == "Identity";
    if (!is_view || to.empty() || to.back() != from.back()) return {};
    const std::int64_t before =
        element_count({from.begin(), from.begin() + static_cast<std::ptrdiff_t>(axis)});
    std::int64_t passed = 1;
    for (std::size_t k = 0; k + 1 < to.size(); passed *= to[k++])
        if (passed == before && to[k] == from[axis]) return k;
    return {};
}

/// Whether a node takes the last of `axis`, and nothing else.
bool takes_last(const rewriter& r, const node& n, std::size_t axis) {
    const auto taken = taken_place_of(r, n);
    return taken && taken->axis == axis && taken->place == r.at_value(n.inputs[0]).dims[axis] - 1;
}

/// The node that takes the last step of what node n makes, moved or not, or -1.
int taker_of(const rewriter& r, int n) {
    std::size_t axis = 0;
    while (true) {
        n = r.sole_reader(r.at(n).outputs[0]);
        if (n < 0 || r.at(n).inputs.empty()) return -1;
        if (takes_last(r, r.at(n), axis)) return n;
        const auto moved = moved_axis(r, r.at(n), axis);
        if (!moved) return -1;
        axis = *moved;
    }
}

}  // namespace

void read_last_state(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        if (!gives_all_states(r, r.at(n))) continue;
        const int taker = taker_of(r, n);
        if (taker < 0) continue;
        r.at(n).attributes["gives"] = extents{0, 1, 0};
        r.at_value(r.at(n).outputs[0]).dims[0] = 1;
        const extents dims = r.at_value(r.at(taker).outputs[0]).dims;
        const value_id shape =
            r.add_constant("", tensor_of(tigris::dtype::i64, {std::ssize(dims)}, dims));
        node reshape = make_node(r.at(taker), r.at(taker).name, "Reshape",
                                 {r.at(n).outputs[0], shape}, {r.at(taker).outputs[0]});
        r.remove(taker);
        r.add_node(reshape);
    }
    r.finish();
}

}  // namespace onnx2hpp
