// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/layout.hpp>

#include <onnx2hpp/as_index.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace onnx2hpp {
namespace {

/// Neighboring axes of two shapes that hold the same elements: [first, last) of each.
struct axis_group {
    std::size_t from_first, from_last, to_first, to_last;
};

/// The finest grouping of a Reshape. Requires equal element counts.
std::vector<axis_group> grouped(const extents& from, const extents& to) {
    std::vector<axis_group> groups;
    std::size_t i = 0, j = 0;
    while (i < from.size() && j < to.size()) {
        axis_group group{i, 0, j, 0};
        std::int64_t left = from[i++], right = to[j++];
        while (left != right) {
            if (left < right)
                left *= from[i++];
            else
                right *= to[j++];
        }
        group.from_last = i;
        group.to_last = j;
        groups.push_back(group);
    }
    groups.push_back({i, from.size(), j, to.size()});
    return groups;
}

/// The axes of extents other than 1, in memory order.
axis_order significant(const extents& dims, const axis_order& order) {
    axis_order result;
    for (const int axis : order)
        if (dims[as_index(axis)] != 1) result.push_back(axis);
    return result;
}

/// The axes of extents other than 1 among [first, last).
axis_order significant(const extents& dims, std::size_t first, std::size_t last) {
    axis_order result;
    for (std::size_t axis = first; axis < last; ++axis)
        if (dims[axis] != 1) result.push_back(static_cast<int>(axis));
    return result;
}

/// Puts the missing axes, of extent 1, after their predecessors.
axis_order completed(axis_order order, std::size_t rank) {
    for (int axis = 0; as_index(axis) < rank; ++axis) {
        if (std::find(order.begin(), order.end(), axis) != order.end()) continue;
        const auto before = std::find(order.begin(), order.end(), axis - 1);
        order.insert(before == order.end() ? order.begin() : before + 1, axis);
    }
    return order;
}

}  // namespace

axis_order onnx_order(std::size_t rank) {
    axis_order order(rank);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

axis_order channels_last(std::size_t rank) { return with_innermost(onnx_order(rank), 1); }

axis_order with_innermost(axis_order order, int axis) {
    std::erase(order, axis);
    order.push_back(axis);
    return order;
}

axis_order places_of(const axis_order& order) {
    axis_order places(order.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        places[as_index(order[place])] = static_cast<int>(place);
    return places;
}

extents memory_dims(const extents& dims, const axis_order& order) {
    extents result;
    for (const int axis : order) result.push_back(dims[as_index(axis)]);
    return result;
}

bool is_same_memory(const extents& dims, const axis_order& a, const axis_order& b) {
    return significant(dims, a) == significant(dims, b);
}

axis_order transposed_order(const axis_order& order, const extents& perm) {
    axis_order inverse(perm.size()), result;
    for (std::size_t axis = 0; axis < perm.size(); ++axis)
        inverse[static_cast<std::size_t>(perm[axis])] = static_cast<int>(axis);
    for (const int axis : order) result.push_back(inverse[as_index(axis)]);
    return result;
}

std::optional<axis_order> reshaped_order(const extents& from, const axis_order& order,
                                         const extents& to) {
    const std::vector<axis_group> groups = grouped(from, to);
    const axis_order memory = significant(from, order);
    axis_order result;
    for (auto next = memory.begin(); next != memory.end();) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const axis_group& g) {
            return as_index(*next) >= g.from_first && as_index(*next) < g.from_last;
        });
        const axis_order axes = significant(from, group->from_first, group->from_last);
        if (memory.end() - next < static_cast<std::ptrdiff_t>(axes.size())) return {};
        if (!std::equal(axes.begin(), axes.end(), next)) return {};
        next += static_cast<std::ptrdiff_t>(axes.size());
        for (std::size_t axis = group->to_first; axis < group->to_last; ++axis)
            result.push_back(static_cast<int>(axis));
    }
    return completed(result, to.size());
}

std::optional<std::vector<int>> permuted_columns(const extents& from, const axis_order& order,
                                                 const extents& to) {
    const std::vector<axis_group> groups = grouped(from, to);
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const axis_group& g) {
        return g.to_first < to.size() && g.to_last == to.size();
    });
    if (group == groups.end() || !significant(to, group->to_first, to.size() - 1).empty())
        return {};
    axis_order memory = significant(from, order);
    const axis_order rows = significant(from, 0, group->from_first);
    if (memory.size() < rows.size() || !std::equal(rows.begin(), rows.end(), memory.begin()))
        return {};
    memory.erase(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(rows.size()));
    std::vector<int> columns{0};
    for (const int axis : memory) {
        const int stride = static_cast<int>(std::accumulate(from.begin() + axis + 1, from.end(),
                                                            std::int64_t{1}, std::multiplies<>()));
        std::vector<int> finer;
        for (const int column : columns)
            for (int k = 0; k < from[as_index(axis)]; ++k) finer.push_back(column + k * stride);
        columns = std::move(finer);
    }
    return columns;
}

}  // namespace onnx2hpp
