// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/layout/views.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Other bytes than 0 and 1 are no bool here.
void shape_bit_cast(shape_context& c) {
    const dtype from = c.input(0).type, to = target_type(c);
    if (bits_of(from) != bits_of(to))
        fail_bad_input(c.at, fmt::format("{} and {} differ in width", name_of(from), name_of(to)));
    if (to == dtype::boolean && from != dtype::boolean)
        fail_unsupported(c.at, "its bits need not be those of a bool", "compare with 0 instead");
    c.set_output(to, c.input(0).dims);
}

shared_tensor evaluate_bit_cast(const constant_node& n) {
    return std::make_shared<const tensor_data>(
        tensor_data{n.output().type, n.dims(), n.input(0).bytes});
}

void lower_bit_cast(lowering& l, const node& n) {
    refuse_constant(l, n);
    l.set_place(n.outputs[0], l.place(n.inputs[0]));
}

}  // namespace

namespace operators {

operator_entries bit_cast_operators() {
    return {
        {.type = "BitCast",
         .versions = {{.since = {26}, .attributes = {required(integer("to"))}}},
         .shape = shape_bit_cast,
         .evaluate = evaluate_bit_cast,
         .lower = lower_bit_cast,
         .traits = {.order = wanted_order::as_result}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
