// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/indexing/indices.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;

}  // namespace

const tensor_data& constant_at(const shape_context& c, std::size_t i) {
    const value& v = c.input(i);
    if (!v.constant)
        fail_unsupported(c.at,
                         c.label_of_input(i) + " is computed at run time, and shapes depend on it",
                         "export the model with fixed shapes, or simplify it first");
    if (!is_readable(v.type))
        fail_unsupported(c.at, c.label_of_input(i) + " is of a type that is not supported here",
                         "use float32 or integers");
    return *v.constant;
}

namespace {

std::ptrdiff_t distance(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

}  // namespace

extents part_of(const extents& dims, std::size_t first, std::size_t last) {
    return {dims.begin() + distance(first), dims.begin() + distance(last)};
}

extents joined(extents first, const extents& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

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

value_id integer_constant(expansion& e, std::int64_t number) {
    return e.number(dtype::i64, static_cast<double>(number));
}

std::size_t gathered_axis(const constant_node& n) {
    return distinct_axes(n.at, {integer_attribute(n.at, "axis", 0)}, n.input(0).dims.size())[0];
}

extents indices_of(const constant_node& n, const extents& bounds) {
    extents indices = integers_of(n.input(1));
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (indices[i] < 0) indices[i] += bounds[i % bounds.size()];
    return indices;
}

element_places element_places_of(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const std::size_t axis = gathered_axis(n);
    const extents strides = strides_of(dims), indices = indices_of(n, {dims[axis]});
    element_places places;
    for_each_position(n.input(1).dims, [&](const extents& at) {
        const std::int64_t moved = indices[places.size()] - at[axis];
        places.push_back(
            std::inner_product(at.begin(), at.end(), strides.begin(), std::int64_t{0}) +
            moved * strides[axis]);
    });
    return places;
}

element_places block_places_of(const constant_node& n, std::size_t batch) {
    const extents &dims = n.input(0).dims, &tuples = n.input(1).dims;
    const auto depth = static_cast<std::size_t>(tuples.back());
    const auto first = dims.begin() + static_cast<std::ptrdiff_t>(batch);
    const extents strides = strides_of(dims);
    const extents indices = indices_of(n, {first, first + static_cast<std::ptrdiff_t>(depth)});
    const extents inner(first + static_cast<std::ptrdiff_t>(depth), dims.end());
    const extents outer(tuples.begin(), tuples.end() - 1);
    const std::int64_t span = element_count(inner);
    element_places places;
    std::size_t next = 0;
    for_each_position(outer, [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t k = 0; k < batch; ++k) place += at[k] * strides[k];
        for (std::size_t k = 0; k < depth; ++k) place += indices[next++] * strides[batch + k];
        for (std::int64_t i = 0; i < span; ++i) places.push_back(place + i);
    });
    return places;
}

int seen_as(lowering& l, value_id v, const extents& dims) {
    if (l.is_constant(v))
        return l.constant(l.at(v).name, *reshaped(*l.at(v).constant, dims), l.at(v).quant);
    return l.view(v, l.operand(v, onnx_order(l.dims(v).size())), dims);
}

int result_as(lowering& l, value_id v, const extents& dims) {
    const axis_order order = onnx_order(l.dims(v).size());
    const int t = l.make_tensor(v, dims, onnx_order(dims.size()));
    l.set_place(v, {t, order, {}, {}, {}});
    return t;
}

std::size_t axis_of(const lowering& l, const node& n) {
    return axis_attribute(n, l.dims(n.inputs[0]).size(), 0);
}

extents blocks_of(const extents& data, std::size_t batch, std::size_t depth) {
    extents blocks{count_between(data, 0, batch)};
    for (std::size_t k = batch; k < batch + depth; ++k) blocks.push_back(data[k]);
    blocks.push_back(count_between(data, batch + depth, data.size()));
    return blocks;
}

}  // namespace onnx2hpp
