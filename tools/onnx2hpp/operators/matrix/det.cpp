// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// Matrices in, pivots on the diagonals of such matrices out.
void shape_pivots(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    if (dims.size() < 2 || dims.back() != dims[dims.size() - 2])
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must be square matrices",
                                         to_text(dims)));
    c.set_output(c.input(0).type, dims);
}

/// The product of the pivots.
bool expand_det(expansion& e) {
    const value_id pivots = e.add("tigris.Pivots", {e.input(0)});
    e.give(0, e.add("ReduceProd", {pivots, e.integers({-2, -1})}, {{"keepdims", std::int64_t(0)}}));
    return true;
}

void lower_pivots(lowering& l, const node& n) {
    const axis_order order = onnx_order(l.dims(n.inputs[0]).size());
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, tigris::ops::pivots{}, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries det_operators() {
    return {
        {.type = "Det", .versions = {{.since = {11, 22}}}, .expand = expand_det},
        {.type = "tigris.Pivots",
         .shape = shape_pivots,
         .lower = lower_pivots,
         .traits = {.order = wanted_order::onnx}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
