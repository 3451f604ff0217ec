// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements at places that another tensor holds.

#include <reference/call.hpp>

#include <algorithm>

namespace reference {
namespace {

std::int64_t place_in(std::int64_t index, std::int64_t extent) {
    return std::int64_t(axis_of(index, std::size_t(extent)));
}

tensors gather(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", 0), c[0].rank());
    shape dims(c[0].dims.begin(), c[0].dims.begin() + std::ptrdiff_t(axis));
    dims.insert(dims.end(), c[1].dims.begin(), c[1].dims.end());
    dims.insert(dims.end(), c[0].dims.begin() + std::ptrdiff_t(axis) + 1, c[0].dims.end());
    std::vector<std::int64_t> positions;
    for (const shape& at : indices_of(dims)) {
        const auto first = at.begin() + std::ptrdiff_t(axis);
        const auto last = first + std::ptrdiff_t(c[1].rank());
        shape from(at.begin(), first);
        const std::int64_t index = c[1].integer(position_of({first, last}, c[1].dims));
        from.push_back(place_in(index, c[0].dims[axis]));
        from.insert(from.end(), last, at.end());
        positions.push_back(position_of(from, c[0].dims));
    }
    return {pick(c[0], dims, positions)};
}

tensors gather_elements(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", 0), c[0].rank());
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < c[1].size(); ++i) {
        shape at = index_of(i, c[1].dims);
        at[axis] = place_in(c[1].integer(i), c[0].dims[axis]);
        positions.push_back(position_of(at, c[0].dims));
    }
    return {pick(c[0], c[1].dims, positions)};
}

/// An index tuple as a place in a tensor, with negative numbers counted from the end.
shape tuple_at(const tensor& indices, std::int64_t number, const shape& dims, std::size_t first) {
    const std::int64_t width = indices.extent(-1);
    shape result;
    for (std::int64_t k = 0; k < width; ++k)
        result.push_back(
            place_in(indices.integer(number * width + k), dims.at(first + std::size_t(k))));
    return result;
}

tensors gather_nd(const call& c) {
    const auto batch = std::size_t(c.integer("batch_dims", 0));
    const auto width = std::size_t(c[1].extent(-1));
    shape dims(c[1].dims.begin(), c[1].dims.end() - 1);
    const std::size_t lead = dims.size();
    dims.insert(dims.end(), c[0].dims.begin() + std::ptrdiff_t(batch + width), c[0].dims.end());
    const shape tuples(dims.begin(), dims.begin() + std::ptrdiff_t(lead));
    std::vector<std::int64_t> positions;
    for (const shape& at : indices_of(dims)) {
        const shape tuple_index(at.begin(), at.begin() + std::ptrdiff_t(lead));
        shape from(at.begin(), at.begin() + std::ptrdiff_t(batch));
        const shape tuple = tuple_at(c[1], position_of(tuple_index, tuples), c[0].dims, batch);
        from.insert(from.end(), tuple.begin(), tuple.end());
        from.insert(from.end(), at.begin() + std::ptrdiff_t(lead), at.end());
        positions.push_back(position_of(from, c[0].dims));
    }
    return {pick(c[0], dims, positions)};
}

/// What is there, and what comes: as the reduction says.
void combine(tensor& y, std::int64_t at, const tensor& updates, std::int64_t i,
             const std::string& reduction) {
    const auto joined = [&](auto a, auto b) {
        if (reduction == "add") return a + b;
        if (reduction == "mul") return a * b;
        if (reduction == "max") return std::max(a, b);
        if (reduction == "min") return std::min(a, b);
        return b;
    };
    if (y.is_real())
        y.set(at, joined(y.number(at), updates.number(i)));
    else
        y.set(at, joined(y.integer(at), updates.integer(i)));
}

tensors scatter_elements(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", 0), c[0].rank());
    const std::string reduction = c.text("reduction", "none");
    tensor y = c[0];
    for (std::int64_t i = 0; i < c[1].size(); ++i) {
        shape at = index_of(i, c[1].dims);
        at[axis] = place_in(c[1].integer(i), c[0].dims[axis]);
        combine(y, position_of(at, y.dims), c[2], i, reduction);
    }
    return {y};
}

tensors scatter_nd(const call& c) {
    const std::string reduction = c.text("reduction", "none");
    const auto width = std::size_t(c[1].extent(-1));
    const std::int64_t slice = volume(c[0].dims, width, c[0].rank());
    const shape lead(c[0].dims.begin(), c[0].dims.begin() + std::ptrdiff_t(width));
    tensor y = c[0];
    for (std::int64_t i = 0; i < c[2].size(); ++i) {
        const shape tuple = tuple_at(c[1], i / slice, c[0].dims, 0);
        combine(y, position_of(tuple, lead) * slice + i % slice, c[2], i, reduction);
    }
    return {y};
}

/// A cache whose rows from write_indices on are replaced; circular goes on at its beginning.
tensors tensor_scatter(const call& c) {
    const std::size_t axis = axis_of(c.integer("axis", -2), c[0].rank());
    const bool is_circular = c.text("mode", "linear") == "circular";
    tensor y = c[0];
    for (std::int64_t i = 0; i < c[1].size(); ++i) {
        shape at = index_of(i, c[1].dims);
        if (c.has(2)) at[axis] += c[2].integer(at[0]);
        if (is_circular) at[axis] %= y.dims[axis];
        if (!is_inside(at, y.dims)) throw std::out_of_range("an update outside of the cache");
        combine(y, position_of(at, y.dims), c[1], i, "none");
    }
    return {y};
}

}  // namespace

void add_gathers(operator_map& all) {
    all["Gather"] = gather;
    all["GatherElements"] = gather_elements;
    all["GatherND"] = gather_nd;
    all["Scatter"] = scatter_elements;
    all["ScatterElements"] = scatter_elements;
    all["ScatterND"] = scatter_nd;
    all["TensorScatter"] = tensor_scatter;
}

}  // namespace reference
