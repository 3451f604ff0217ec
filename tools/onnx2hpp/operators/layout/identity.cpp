// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/convert.hpp>

namespace onnx2hpp {
namespace {

void shape_identity(shape_context& c) {
    c.set_output(c.input(0).type, c.input(0).dims);
    if (c.input(0).constant) c.set_constant(c.input(0).constant);
}

/// Expands Dropout: in inference (load/inference_mode.hpp) nothing is dropped, and the mask says
/// so.
bool expand_dropout(expansion& e) {
    e.give(0, e.input(0));
    if (!e.wants_output(1)) return true;
    const extents dims = e.dims(e.input(0));
    check_size(e, dims);
    const auto count = static_cast<std::size_t>(element_count(dims));
    const auto type = e.at.since < 10 ? e.type(e.input(0)) : tigris::dtype::boolean;
    e.give(1, e.constant(make_tensor(type, dims, std::vector<double>(count, 1))));
    return true;
}

}  // namespace

namespace operators {

operator_entries identity_operators() {
    return {
        {.type = "Identity",
         .versions = {{.since = {1, 13, 14, 16, 19, 21, 23, 24, 25}}},
         .shape = shape_identity,
         .lower = lower_convert,
         .traits = {.order = wanted_order::as_result,
                    .can_clamp = true,
                    .has_integer_kernel = true,
                    .passes_codes = true,
                    .keeps_numbers = true,
                    .takes_any_type = true,
                    .moves_texts = true}},
        {.type = "Dropout",
         .versions = {{.since = {6}, .outputs = 2, .attributes = {flag("is_test"), real("ratio")}},
                      {.since = {7, 10}, .outputs = 2, .attributes = {real("ratio")}},
                      {.since = {12, 13, 22},
                       .inputs = {1, 3},
                       .outputs = 2,
                       .attributes = {integer("seed")}}},
         .expand = expand_dropout},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
