// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// The unidirectional broadcasting that ONNX asks for.
void shape_prelu(shape_context& c) {
    shape_binary(c);
    const extents &x = c.input(0).dims, &slope = c.input(1).dims;
    if (common_shape(c, x, slope) != x)
        fail_bad_input(c.at, fmt::format("slopes of shape {} do not broadcast to shape {}",
                                         to_text(slope), to_text(x)));
}

/// Version 6 has one slope for all, or one for each index of axis 1.
bool expand_prelu(expansion& e) {
    if (e.at.since >= 7) return false;
    const extents x = e.dims(e.input(0)), slope = e.dims(e.input(1));
    const bool is_list = slope.size() == 1 && slope[0] != 1 && x.size() > 2;
    const value_id slopes = is_list ? aligned(e, e.input(0), e.input(1), 1) : e.input(1);
    e.give(0, e.add("PRelu", {e.input(0), slopes}));
    return true;
}

}  // namespace

namespace operators {

operator_entries prelu_operators() {
    return {
        {.type = "PRelu",
         .versions = {{.since = {6, 7, 9, 16}, .inputs = {2, 2}}},
         .shape = shape_prelu,
         .expand = expand_prelu,
         .lower = lower_binary,
         .binary = plain<binary_function::prelu>,
         .traits = {.combines_codes = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
