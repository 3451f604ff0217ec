// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same elements in another shape or order, and shapes as values.

#include <reference/call.hpp>

#include <algorithm>
#include <numeric>

namespace reference {
namespace {

tensors identity(const call& c) { return {c[0]}; }

/// Outside of training nothing is dropped.
tensors dropout(const call& c) {
    if (c.has(2) && c[2].integer(0) != 0) throw unsupported("training");
    tensor mask(c.opset >= 10 ? element_type::boolean : c[0].type, c[0].dims);
    for (std::int64_t i = 0; i < mask.size(); ++i) mask.set(i, std::int64_t{1});
    return {c[0], mask};
}

/// -1 is what remains; 0 is the input's extent unless allowzero says otherwise.
tensors reshape(const call& c) {
    shape dims = c[1].integers;
    std::int64_t* rest = nullptr;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 0 && c.integer("allowzero", 0) == 0) dims[i] = c[0].dims.at(i);
        if (dims[i] == -1) rest = &dims[i];
    }
    if (rest) {
        *rest = 1;
        *rest = volume(dims) == 0 ? 0 : c[0].size() / volume(dims);
    }
    return {reshaped(c[0], dims)};
}

tensors flatten(const call& c) {
    const std::int64_t number = c.integer("axis", 1);
    const std::size_t axis =
        number == std::int64_t(c[0].rank()) ? c[0].rank() : axis_of(number, c[0].rank());
    return {reshaped(c[0], {volume(c[0].dims, 0, axis), volume(c[0].dims, axis, c[0].rank())})};
}

shape given_axes(const call& c) { return c.has(1) ? c[1].integers : c.integers("axes"); }

tensors squeeze(const call& c) {
    std::vector<bool> is_removed(c[0].rank());
    const bool has_axes = c.has(1) || c.attribute("axes");
    for (std::size_t i = 0; i < c[0].rank(); ++i) is_removed[i] = !has_axes && c[0].dims[i] == 1;
    for (const std::int64_t axis : given_axes(c)) is_removed[axis_of(axis, c[0].rank())] = true;
    shape dims;
    for (std::size_t i = 0; i < c[0].rank(); ++i)
        if (!is_removed[i]) dims.push_back(c[0].dims[i]);
    return {reshaped(c[0], dims)};
}

/// Axes count in the result.
tensors unsqueeze(const call& c) {
    const shape axes = given_axes(c);
    std::vector<bool> is_new(c[0].rank() + axes.size());
    for (const std::int64_t axis : axes) is_new[axis_of(axis, is_new.size())] = true;
    shape dims;
    std::size_t next = 0;
    for (const bool inserted : is_new) dims.push_back(inserted ? 1 : c[0].dims.at(next++));
    return {reshaped(c[0], dims)};
}

tensors transpose(const call& c) {
    std::vector<std::size_t> axes(c[0].rank());
    std::iota(axes.rbegin(), axes.rend(), 0);
    const shape given = c.integers("perm");
    for (std::size_t i = 0; i < given.size(); ++i) axes.at(i) = axis_of(given[i], c[0].rank());
    return {transposed(c[0], axes)};
}

tensors expand(const call& c) { return {broadcast_to(c[0], broadcast(c[0].dims, c[1].integers))}; }

tensors shape_of(const call& c) {
    const auto rank = std::int64_t(c[0].rank());
    const auto place = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    const std::int64_t first = place(c.integer("start", 0));
    const std::int64_t last = std::max(first, place(c.integer("end", rank)));
    const shape part(c[0].dims.begin() + first, c[0].dims.begin() + last);
    return {integers({std::int64_t(part.size())}, part)};
}

tensors size(const call& c) { return {integers({}, {c[0].size()})}; }

}  // namespace

void add_shapes(operator_map& all) {
    all["Dropout"] = dropout;
    all["Expand"] = expand;
    all["Flatten"] = flatten;
    all["Identity"] = identity;
    all["Reshape"] = reshape;
    all["Shape"] = shape_of;
    all["Size"] = size;
    all["Squeeze"] = squeeze;
    all["Transpose"] = transpose;
    all["Unsqueeze"] = unsqueeze;
}

}  // namespace reference
