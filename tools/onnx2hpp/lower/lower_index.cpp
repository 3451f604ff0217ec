// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <functional>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::ops::indexing;

/// The elements of v in ONNX's order, under these extents.
int seen_as(lowering& l, value_id v, const extents& dims) {
    if (l.is_constant(v))
        return l.constant(l.at(v).name, *reshaped(*l.at(v).constant, dims), l.at(v).quant);
    return l.view(v, l.operand(v, onnx_order(l.dims(v).size())), dims);
}

/// A result in ONNX's order, whose step makes it under these extents.
int result_as(lowering& l, value_id v, const extents& dims) {
    const axis_order order = onnx_order(l.dims(v).size());
    const int t = l.make_tensor(v, dims, onnx_order(dims.size()));
    l.set_place(v, {t, order, {}, {}, {}});
    return t;
}

std::size_t axis_of(const lowering& l, const node& n) {
    return axis_attribute(n, l.dims(n.inputs[0]).size(), 0);
}

/// Data as a gather of blocks wants it: batch, the axes that are named, the rest.
extents blocks_of(const extents& data, std::size_t batch, std::size_t depth) {
    extents blocks{count_between(data, 0, batch)};
    for (std::size_t k = batch; k < batch + depth; ++k) blocks.push_back(data[k]);
    blocks.push_back(count_between(data, batch + depth, data.size()));
    return blocks;
}

void gather_blocks(lowering& l, const node& n, const extents& data, const extents& indices) {
    const int from = seen_as(l, n.inputs[0], data), by = seen_as(l, n.inputs[1], indices);
    const int to = result_as(l, n.outputs[0], {data.front(), indices[1], data.back()});
    l.add_step(n, tigris::ops::gather{}, {from, by}, to);
}

tigris::ops::scatter_reduction reduction_of(const node& n) {
    using enum tigris::ops::scatter_reduction;
    const std::string name = text_attribute(n, "reduction", "none");
    if (name == "add") return add;
    if (name == "mul") return multiply;
    if (name == "min") return min;
    return name == "max" ? max : none;
}

}  // namespace

void lower_gather(lowering& l, const node& n) {
    const extents& indices = l.dims(n.inputs[1]);
    gather_blocks(l, n, blocks_of(l.dims(n.inputs[0]), axis_of(l, n), 1),
                  {1, count_between(indices, 0, indices.size()), 1});
}

void lower_gather_nd(lowering& l, const node& n) {
    const auto batch = static_cast<std::size_t>(integer_attribute(n, "batch_dims", 0));
    const extents& indices = l.dims(n.inputs[1]);
    const std::size_t last = indices.size() - 1;
    gather_blocks(
        l, n, blocks_of(l.dims(n.inputs[0]), batch, static_cast<std::size_t>(indices[last])),
        {count_between(indices, 0, batch), count_between(indices, batch, last), indices[last]});
}

void lower_gather_elements(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    const auto axis = static_cast<std::int8_t>(places_of(order)[axis_of(l, n)]);
    const int data = l.operand(n.inputs[0], order), indices = l.operand(n.inputs[1], order);
    l.add_step(n, tigris::ops::gather{.by = indexing::elements, .axis = axis}, {data, indices},
               l.make_result(n.outputs[0], order));
}

void lower_scatter_elements(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    const tigris::ops::scatter op{
        .by = indexing::elements,
        .reduction = reduction_of(n),
        .axis = static_cast<std::int8_t>(places_of(order)[axis_of(l, n)])};
    const int data = l.operand(n.inputs[0], order), indices = l.operand(n.inputs[1], order);
    const int updates = l.operand(n.inputs[2], order);
    l.add_step(n, op, {data, indices, updates}, l.make_result(n.outputs[0], order));
}

void lower_scatter_nd(lowering& l, const node& n) {
    const extents& indices = l.dims(n.inputs[1]);
    const std::int64_t depth = indices.back(),
                       count = count_between(indices, 0, indices.size() - 1);
    extents blocks = blocks_of(l.dims(n.inputs[0]), 0, static_cast<std::size_t>(depth));
    blocks.erase(blocks.begin());
    const int data = seen_as(l, n.inputs[0], blocks);
    const int tuples = seen_as(l, n.inputs[1], {count, depth});
    const int updates = seen_as(l, n.inputs[2], {count, blocks.back()});
    l.add_step(n, tigris::ops::scatter{.reduction = reduction_of(n)}, {data, tuples, updates},
               result_as(l, n.outputs[0], blocks));
}

}  // namespace onnx2hpp
