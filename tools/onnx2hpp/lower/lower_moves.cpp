// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/slicing.hpp>

namespace onnx2hpp {
namespace {

/// How a result lies that has the input's axes behind further ones of extent 1: as it is wanted if
/// that costs nothing, else as the input lies.
axis_order extended_order(const lowering& l, const node& n) {
    const std::size_t rank = l.dims(n.outputs[0]).size();
    const axis_order& own = l.place(n.inputs[0]).order;
    const std::size_t missing = rank - own.size();
    extents dims(missing, 1);
    dims.insert(dims.end(), l.dims(n.inputs[0]).begin(), l.dims(n.inputs[0]).end());
    axis_order order = onnx_order(missing);
    for (const int axis : own) order.push_back(axis + static_cast<int>(missing));
    const auto wish = l.wished.of(n.outputs[0]);
    return wish && is_same_memory(dims, *wish, order) ? *wish : order;
}

}  // namespace

void lower_slice(lowering& l, const node& n) {
    const slicing taken = slicing_of(l.source, n);
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    tigris::ops::slice op;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto axis = static_cast<std::size_t>(order[place]);
        op.begin[static_cast<int>(place)] = static_cast<std::int32_t>(taken.begin[axis]);
        op.step[static_cast<int>(place)] = static_cast<std::int32_t>(taken.step[axis]);
    }
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

void lower_tile(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    const axis_order order = extended_order(l, n);
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, tigris::ops::tile{}, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
