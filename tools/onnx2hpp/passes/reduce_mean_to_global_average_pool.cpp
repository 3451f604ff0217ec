// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/reduce_mean_to_global_average_pool.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Axes of the input in the order that a pool wants: batch, channels, the rest.
std::optional<extents> pool_order(const extents& axes, std::size_t rank) {
    if (rank == 3 && axes == extents{2}) return extents{0, 1, 2};
    if (rank == 3 && axes == extents{1}) return extents{0, 2, 1};
    if (rank != 4 || axes.empty() || axes.front() == 0) return {};
    if (axes == extents{1} || axes == extents{1, 2}) return extents{0, 3, 1, 2};
    if (axes.front() == 1) return {};
    return extents{0, 1, 2, 3};
}

extents picked(const extents& dims, const extents& order) {
    extents result;
    for (const std::int64_t axis : order) result.push_back(dims[static_cast<std::size_t>(axis)]);
    return result;
}

extents inverse(const extents& order) {
    extents result(order.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        result[static_cast<std::size_t>(order[place])] = static_cast<std::int64_t>(place);
    return result;
}

/// The pool's window: the whole extent of each reduced axis, 1 of the others.
extents window_of(const extents& axes, const extents& dims, const extents& order) {
    extents window;
    for (std::size_t place = 2; place < order.size(); ++place) {
        const bool is_reduced = std::find(axes.begin(), axes.end(), order[place]) != axes.end();
        window.push_back(is_reduced ? dims[static_cast<std::size_t>(order[place])] : 1);
    }
    return window;
}

/// Node n reads another value of this shape, made from its input by a Transpose.
void put_transpose_before(rewriter& r, int n, const extents& order) {
    const value_id from = r.at(n).inputs[0];
    value to = r.at_value(from);
    to.dims = picked(to.dims, order);
    node transpose =
        make_node(r.at(n), r.at(n).name + "_in", "Transpose", {from}, {r.add_value(to)});
    transpose.attributes["perm"] = order;
    r.set_inputs(n, {transpose.outputs[0]});
    r.add_node(transpose);
}

/// Node n makes another value of `dims`; its output comes from that by `move`.
void put_behind(rewriter& r, int n, const extents& dims, node move) {
    const value_id to = r.at(n).outputs[0];
    value from = r.at_value(to);
    from.dims = dims;
    move.outputs = {to};
    move.inputs = {r.add_value(from)};
    r.set_output(n, move.inputs[0]);
    r.add_node(move);
}

void convert(rewriter& r, int n, const extents& axes, const extents& order) {
    const extents dims = r.at_value(r.at(n).inputs[0]).dims;
    const extents window = window_of(axes, dims, order);
    const extents ordered = picked(dims, order);
    extents result = ordered, kept = dims;
    for (std::size_t k = 0; k < window.size(); ++k) result[k + 2] /= window[k];
    for (const std::int64_t axis : axes) kept[static_cast<std::size_t>(axis)] = 1;
    const bool is_global = std::equal(window.begin(), window.end(), ordered.begin() + 2);
    const bool drops_axes = integer_attribute(r.at(n), "keepdims", 1) == 0;
    const std::string name = r.at(n).name;
    r.at(n).op_type = is_global ? "GlobalAveragePool" : "AveragePool";
    r.at(n).attributes = {{"mean", std::int64_t(1)}};  // ours: lowering keeps where it came from
    if (!is_global) r.at(n).attributes.insert({{"kernel_shape", window}, {"strides", window}});
    r.set_inputs(n, {r.at(n).inputs[0]});
    if (drops_axes) put_behind(r, n, kept, make_node(r.at(n), name + "_flat", "Reshape", {}, {}));
    if (order == extents{0, 1, 2, 3} || order == extents{0, 1, 2}) return;
    put_transpose_before(r, n, order);
    node back = make_node(r.at(n), name + "_out", "Transpose", {}, {});
    back.attributes["perm"] = inverse(order);
    put_behind(r, n, result, back);
}

}  // namespace

bool becomes_pool(const onnx_model& m, const node& n) {
    if (n.op_type != "ReduceMean") return false;
    const value& x = m.values[static_cast<std::size_t>(n.inputs[0])];
    if (x.type != tigris::dtype::f32 && x.quant.scale.empty()) return false;
    const std::size_t rank = x.dims.size();
    const auto axes = axes_of(m, n, rank);
    return axes && pool_order(*axes, rank);
}

void reduce_mean_to_global_average_pool(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        if (!becomes_pool(m, r.at(n))) continue;
        const std::size_t rank = r.at_value(r.at(n).inputs[0]).dims.size();
        const extents axes = *axes_of(m, r.at(n), rank);
        convert(r, n, axes, *pool_order(axes, rank));
    }
    r.finish();
}

}  // namespace onnx2hpp
