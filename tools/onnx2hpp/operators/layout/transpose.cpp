// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/layout/views.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

std::vector<std::size_t> permutation_of(const shape_context& c, std::size_t rank) {
    const extents perm = permutation_attribute(c.at, rank);
    const bool counts_back =
        std::any_of(perm.begin(), perm.end(), [](auto axis) { return axis < 0; });
    if (counts_back || perm.size() != rank || c.axes_from(perm, rank).size() != rank)
        fail_bad_input(c.at, fmt::format("perm {} does not fit {} axes", to_text(perm), rank));
    std::vector<std::size_t> axes;
    for (const std::int64_t axis : perm) axes.push_back(c.axis_from(axis, rank));
    return axes;
}

void shape_transpose(shape_context& c) {
    const extents& dims = c.input(0).dims;
    extents result;
    for (const std::size_t axis : permutation_of(c, dims.size())) result.push_back(dims[axis]);
    c.set_output(c.input(0).type, result);
}

shared_tensor evaluate_transpose(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const extents perm = permutation_attribute(n.at, x.dims.size());
    return permuted(x, std::vector<int>(perm.begin(), perm.end()));
}

void lower_transpose(lowering& l, const node& n) {
    refuse_constant(l, n);
    l.restore_columns(n.inputs[0]);
    placement p = l.place(n.inputs[0]);
    p.order = transposed_order(p.order, permutation_attribute(n, p.order.size()));
    l.set_place(n.outputs[0], p);
}

}  // namespace

namespace operators {

operator_entries transpose_operators() {
    return {
        {.type = "Transpose",
         .versions = {{.since = {1, 13, 21, 23, 24, 25}, .attributes = {integers("perm")}}},
         .shape = shape_transpose,
         .evaluate = evaluate_transpose,
         .lower = lower_transpose,
         .traits = {.order = wanted_order::as_result,
                    .moves = element_moves::permutation,
                    .takes_any_type = true,
                    .moves_texts = true,
                    .copies_bytes = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
