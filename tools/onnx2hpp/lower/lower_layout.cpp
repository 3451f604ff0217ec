// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/rules.hpp>

namespace onnx2hpp {
namespace {

extents permutation_of(const node& n, std::size_t rank) {
    extents reversed;
    for (std::size_t axis = rank; axis-- > 0;) reversed.push_back(static_cast<std::int64_t>(axis));
    return integers_attribute(n, "perm", reversed);
}

void refuse_constant(const lowering& l, const node& n) {
    if (l.is_constant(n.inputs[0]))
        fail_unsupported(n, "its input is a constant of a type without kernels",
                         "export the model with float32, int8 or uint8 constants");
}

/// The order that y is wanted in, if x can be brought into one that is the same memory.
std::optional<axis_order> arrangeable_order(const lowering& l, value_id x, value_id y) {
    const auto wish = l.wished.of(y);
    return wish && reshaped_order(l.dims(y), *wish, l.dims(x)) ? wish : std::nullopt;
}

}  // namespace

void lower_transpose(lowering& l, const node& n) {
    refuse_constant(l, n);
    l.restore_columns(n.inputs[0]);
    placement p = l.place(n.inputs[0]);
    p.order = transposed_order(p.order, permutation_of(n, p.order.size()));
    l.set_place(n.outputs[0], p);
}

void lower_bit_cast(lowering& l, const node& n) {
    refuse_constant(l, n);
    l.set_place(n.outputs[0], l.place(n.inputs[0]));
}

void lower_reshape(lowering& l, const node& n) {
    refuse_constant(l, n);
    const value_id x = n.inputs[0], y = n.outputs[0];
    l.restore_columns(x);
    const placement p = l.place(x);
    const axis_order plain = onnx_order(l.dims(y).size());
    if (const auto order = reshaped_order(l.dims(x), p.order, l.dims(y)))
        return l.set_place(y, {p.tensor, *order, {}, {}, {}});
    if (const auto columns = permuted_columns(l.dims(x), p.order, l.dims(y)))
        return l.set_place(y, {p.tensor, plain, *columns, l.dims(x), p.order});
    const axis_order goal = arrangeable_order(l, x, y).value_or(plain);
    const auto before = reshaped_order(l.dims(y), goal, l.dims(x));
    const int sorted = l.operand(x, *before);
    l.set_place(y, {l.storage(sorted), goal, {}, {}, {}});
}

}  // namespace onnx2hpp
