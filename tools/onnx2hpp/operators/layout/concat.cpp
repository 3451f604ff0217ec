// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/concatenate.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/convert.hpp>
#include <onnx2hpp/operators/indexing/indices.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// Input i must look like input 0 except along `axis`.
void check_part(const shape_context& c, std::size_t i, std::size_t axis) {
    if (!c.has_input(i)) fail_bad_input(c.at, fmt::format("input {} is missing", i));
    c.require_same_type(0, i);
    extents first = c.input(0).dims, dims = c.input(i).dims;
    const bool has_axis = dims.size() == first.size();
    if (has_axis) first[axis] = dims[axis];
    if (first != dims)
        fail_bad_input(c.at,
                       fmt::format("{} has shape {}, which does not continue {} along axis {}",
                                   c.label_of_input(i), to_text(c.input(i).dims),
                                   to_text(c.input(0).dims), axis));
}

/// Integers, which may be shapes of other nodes, stay constant; weights are left to the passes.
void join_integers(shape_context& c, std::size_t axis) {
    std::vector<shared_tensor> parts;
    for (std::size_t i = 0; i < c.at.inputs.size(); ++i) parts.push_back(c.input(i).constant);
    for (const shared_tensor& part : parts)
        if (!part || part->type != tigris::dtype::i64) return;
    c.set_constant(concatenated(parts, axis));
}

void shape_concat(shape_context& c) {
    extents dims = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 1), dims.size());
    for (std::size_t i = 1; i < c.at.inputs.size(); ++i) {
        check_part(c, i, axis);
        dims[axis] += c.input(i).dims[axis];
    }
    c.set_output(c.input(0).type, dims);
    join_integers(c, axis);
}

shared_tensor evaluate_concat(const constant_node& n) {
    std::vector<shared_tensor> parts;
    for (std::size_t i = 0; i < n.at.inputs.size(); ++i) {
        if (!n.has_input(i) || n.input(i).type != n.input(0).type) return {};
        parts.push_back(std::make_shared<const tensor_data>(n.input(i)));
    }
    return concatenated(parts, axis_attribute(n.at, parts[0]->dims.size(), 1));
}

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

}  // namespace

namespace operators {

operator_entries concat_operators() {
    return {
        {.type = "Concat",
         .versions = {{.since = {4, 11, 13},
                       .inputs = {1, any_number},
                       .attributes = {required(integer("axis"))}}},
         .shape = shape_concat,
         .evaluate = evaluate_concat,
         .lower = lower_concat,
         .traits = {.order = wanted_order::as_result,
                    .joins = true,
                    .has_integer_kernel = true,
                    .passes_codes = true,
                    .takes_any_type = true,
                    .copies_bytes = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
