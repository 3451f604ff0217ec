// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is largest, what is not zero, what a condition chooses.

#include <reference/call.hpp>
#include <reference/lines.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// Equal elements keep their order. Sorted or not, the order is the sorted one.
tensors top_k(const call& c) {
    const std::int64_t k = c.opset >= 10 ? c[1].integer(0) : c.integer("k", 0);
    const bool is_largest = c.integer("largest", 1) != 0;
    const std::size_t axis = axis_of(c.integer("axis", -1), c[0].rank());
    const lines view(c[0].dims, axis);
    shape dims = c[0].dims;
    if (k < 0 || k > dims[axis]) throw std::invalid_argument("TopK of more than there are");
    dims[axis] = k;
    const lines to(dims, axis);
    std::vector<std::int64_t> positions(std::size_t(volume(dims)));
    tensor found(element_type::int64, dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        std::vector<std::int64_t> order;
        for (std::int64_t i = 0; i < view.length; ++i) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            const double x = c[0].number(view.at(line, a));
            const double y = c[0].number(view.at(line, b));
            return is_largest ? x > y : x < y;
        });
        for (std::int64_t i = 0; i < k; ++i) {
            found.set(to.at(line, i), order[std::size_t(i)]);
            positions[std::size_t(to.at(line, i))] = view.at(line, order[std::size_t(i)]);
        }
    }
    return {pick(c[0], dims, positions), found};
}

/// Indices outside of the depth light nothing; negative ones count from the end since opset 11.
tensors one_hot(const call& c) {
    const auto depth = std::int64_t(c[1].number(0));
    shape dims = c[0].dims;
    const std::size_t axis = axis_of(c.integer("axis", -1), dims.size() + 1);
    dims.insert(dims.begin() + std::ptrdiff_t(axis), depth);
    std::vector<std::int64_t> positions;
    for (shape at : indices_of(dims)) {
        const std::int64_t place = at[axis];
        at.erase(at.begin() + std::ptrdiff_t(axis));
        auto index = std::int64_t(c[0].number(position_of(at, c[0].dims)));
        if (index < 0 && c.opset >= 11) index += depth;
        positions.push_back(index == place ? 1 : 0);
    }
    return {pick(c[2], dims, positions)};
}

tensors non_zero(const call& c) {
    std::vector<shape> found;
    for (std::int64_t i = 0; i < c[0].size(); ++i)
        if (c[0].number(i) != 0) found.push_back(index_of(i, c[0].dims));
    tensor y(element_type::int64, {std::int64_t(c[0].rank()), std::int64_t(found.size())});
    for (std::size_t i = 0; i < found.size(); ++i)
        for (std::size_t axis = 0; axis < found[i].size(); ++axis)
            y.set(std::int64_t(axis * found.size() + i), found[i][axis]);
    return {y};
}

tensors if_then_else(const call& c) {
    const auto* branch = c.attribute(c[0].integer(0) != 0 ? "then_branch" : "else_branch");
    if (!branch) throw std::invalid_argument("If without a branch");
    return c.run_graph(branch->g(), {});
}

}  // namespace

void add_selections(operator_map& all) {
    all["If"] = if_then_else;
    all["NonZero"] = non_zero;
    all["OneHot"] = one_hot;
    all["TopK"] = top_k;
}

}  // namespace reference
