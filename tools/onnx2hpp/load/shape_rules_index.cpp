// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

std::ptrdiff_t distance(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

/// Axes [first, last) of a shape.
extents part_of(const extents& dims, std::size_t first, std::size_t last) {
    return {dims.begin() + distance(first), dims.begin() + distance(last)};
}

extents joined(extents first, const extents& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// Indices that are known must name what is there: extents[k] places for each k-th of them.
void check_indices(const shape_context& c, const extents& bounds) {
    const value& indices = c.input(1);
    if (indices.type != dtype::i64 && indices.type != dtype::i32)
        fail_bad_input(c.at, fmt::format("{} is {}, but must be int32 or int64",
                                         c.label_of_input(1), name_of(indices.type)));
    if (!indices.constant) return;
    const extents numbers = integers_of(*indices.constant);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::int64_t bound = bounds[i % bounds.size()];
        if (numbers[i] < -bound || numbers[i] >= bound)
            fail_bad_input(c.at,
                           fmt::format("index {} is outside of an axis of {}", numbers[i], bound));
    }
}

/// One index for each element, along the axis that is given.
std::size_t check_element_indices(const shape_context& c) {
    const extents &data = c.input(0).dims, &indices = c.input(1).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 0), data.size());
    bool fits = data.size() == indices.size();
    for (std::size_t k = 0; fits && k < data.size(); ++k) fits = k == axis || indices[k] <= data[k];
    if (!fits)
        fail_bad_input(c.at, fmt::format("indices of shape {} do not fit data of shape {}",
                                         to_text(indices), to_text(data)));
    check_indices(c, {data[axis]});
    return axis;
}

/// How many axes of the data, behind the batch, the last axis of the indices names.
std::size_t check_tuples(const shape_context& c, std::size_t batch) {
    const extents &data = c.input(0).dims, &indices = c.input(1).dims;
    const bool fits = !indices.empty() && batch < indices.size() && batch < data.size() &&
                      std::equal(data.begin(), data.begin() + distance(batch), indices.begin()) &&
                      indices.back() >= 1 &&
                      indices.back() <= static_cast<std::int64_t>(data.size() - batch);
    if (!fits)
        fail_bad_input(c.at, fmt::format("indices of shape {} do not fit data of shape {}",
                                         to_text(indices), to_text(data)));
    const auto depth = static_cast<std::size_t>(indices.back());
    check_indices(c, part_of(data, batch, batch + depth));
    return depth;
}

void check_reduction(const shape_context& c) {
    const std::string reduction = text_attribute(c.at, "reduction", "none");
    const bool is_new = reduction == "min" || reduction == "max";
    const bool known = reduction == "none" || reduction == "add" || reduction == "mul" ||
                       (is_new && c.at.since >= 18);
    if (!known)
        fail_bad_input(c.at, fmt::format("reduction {} does not exist in this version", reduction));
}

void check_updates(const shape_context& c, const extents& wanted) {
    c.require_same_type(0, 2);
    if (c.input(2).dims != wanted)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {}", c.label_of_input(2),
                                         to_text(c.input(2).dims), to_text(wanted)));
}

}  // namespace

void shape_gather(shape_context& c) {
    const extents& data = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 0), data.size());
    check_indices(c, {data[axis]});
    const extents before = joined(part_of(data, 0, axis), c.input(1).dims);
    c.set_output(c.input(0).type, joined(before, part_of(data, axis + 1, data.size())));
}

void shape_gather_elements(shape_context& c) {
    check_element_indices(c);
    c.set_output(c.input(0).type, c.input(1).dims);
}

void shape_gather_nd(shape_context& c) {
    const extents &data = c.input(0).dims, &indices = c.input(1).dims;
    const std::int64_t given = integer_attribute(c.at, "batch_dims", 0);
    if (given < 0) fail_bad_input(c.at, fmt::format("batch_dims {} is negative", given));
    const auto batch = static_cast<std::size_t>(given);
    const std::size_t depth = check_tuples(c, batch);
    c.set_output(c.input(0).type, joined(part_of(indices, 0, indices.size() - 1),
                                         part_of(data, batch + depth, data.size())));
}

void shape_scatter_elements(shape_context& c) {
    check_reduction(c);
    check_element_indices(c);
    check_updates(c, c.input(1).dims);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_scatter_nd(shape_context& c) {
    const extents &data = c.input(0).dims, &indices = c.input(1).dims;
    check_reduction(c);
    const std::size_t depth = check_tuples(c, 0);
    check_updates(
        c, joined(part_of(indices, 0, indices.size() - 1), part_of(data, depth, data.size())));
    c.set_output(c.input(0).type, data);
}

}  // namespace onnx2hpp
