// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

binary_form modulo_of(const node& n) {
    return {integer_attribute(n, "fmod", 0) != 0 ? binary_function::remainder
                                                 : binary_function::modulo};
}

}  // namespace

namespace operators {

operator_entries modulo_operators() {
    return {
        {.type = "Mod",
         .versions = {{.since = {10, 13}, .inputs = {2, 2}, .attributes = {integer("fmod")}}},
         .shape = shape_mod,
         .evaluate = evaluate_modulo,
         .lower = lower_binary,
         .binary = modulo_of},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
