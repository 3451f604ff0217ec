// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/rules.hpp>

namespace onnx2hpp {
namespace {

/// How all inputs lie: as the result is wanted if one of them does, else as the first one that is
/// not constant.
axis_order order_of_parts(const lowering& l, const node& n) {
    const auto wish = l.wished.of(n.outputs[0]);
    const value_id* first = nullptr;
    for (const value_id& v : n.inputs) {
        if (l.is_constant(v)) continue;
        if (wish && l.place(v).order == *wish) return *wish;
        if (!first) first = &v;
    }
    return l.place(first ? *first : n.inputs[0]).order;
}

/// The first tensors joined to one, and the others: as many as a concat may have.
std::vector<int> shortened(lowering& l, const node& n, std::vector<int> parts,
                           const tigris::ops::concat& op, const axis_order& order) {
    const auto last = parts.begin() + tigris::ops::max_concat_inputs;
    const std::vector<int> first(parts.begin(), last);
    extents memory = memory_dims(l.dims(n.outputs[0]), order);
    std::int64_t& extent = memory[static_cast<std::size_t>(op.axis)] = 0;
    for (const int t : first) extent += l.tensor(t).dims[op.axis];
    const int joined = l.make_tensor(n.outputs[0], memory, order);
    l.result.tensor_names.back() += "_begin";
    l.add_step(n, op, first, joined);
    std::vector<int> result{joined};
    result.insert(result.end(), last, parts.end());
    return result;
}

}  // namespace

void lower_concat(lowering& l, const node& n) {
    if (n.inputs.size() == 1) return lower_convert(l, n);
    const axis_order order = order_of_parts(l, n);
    const std::size_t axis = axis_attribute(n, l.dims(n.outputs[0]).size(), 1);
    std::vector<int> inputs;
    for (const value_id v : n.inputs)
        if (l.dims(v)[axis] > 0) inputs.push_back(l.operand(v, order));
    const tigris::ops::concat op{.axis = static_cast<std::int8_t>(places_of(order)[axis])};
    while (inputs.size() > tigris::ops::max_concat_inputs)
        inputs = shortened(l, n, std::move(inputs), op, order);
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
