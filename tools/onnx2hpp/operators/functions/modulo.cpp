// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

void shape_mod(shape_context& c) {
    if (is_real(c.input(0).type) && integer_attribute(c.at, "fmod", 0) == 0)
        fail_bad_input(c.at, "numbers of type float need fmod = 1");
    shape_binary(c);
}

shared_tensor evaluate_modulo(const constant_node& n) {
    if (divides_by_zero(n.input(1))) return {};
    if (integer_attribute(n.at, "fmod", 0) != 0)
        return pairwise(n, [](auto a, auto b) { return remainder_of(a, b); });
    return pairwise(n, [](auto a, auto b) { return modulo(a, b); });
}

binary_form modulo_of(const node& n) {
    return {integer_attribute(n, "fmod", 0) != 0 ? binary_function::remainder
                                                 : binary_function::modulo};
}

}  // namespace

namespace operators {

operator_entries modulo_operators() {
    return {
        {.type = "Mod",
         .versions = {{.since = {10, 13}, .inputs = {2, 2}, .attributes = {flag("fmod")}}},
         .shape = shape_mod,
         .evaluate = evaluate_modulo,
         .lower = lower_binary,
         .binary = modulo_of},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
