// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries constants_operators() {
    return {
        {.type = "Constant",
         .versions = {{.since = {1, 9},
                       .inputs = {0, 0},
                       .attributes = {required(any_tensor("value"))}},
                      {.since = {11}, .inputs = {0, 0}, .attributes = {any_tensor("value")}},
                      {.since = {12, 13, 19, 21, 23, 24, 25},
                       .inputs = {0, 0},
                       .attributes = {any_tensor("value"), real("value_float"),
                                      reals("value_floats"), integer("value_int"),
                                      integers("value_ints"), text("value_string")}}}},
        {.type = "ConstantOfShape",
         .versions = {{.since = {9, 20, 21, 23, 24, 25}, .attributes = {any_tensor("value")}}},
         .shape = shape_constant_of_shape},
        {.type = "Range",
         .versions = {{.since = {11, 27}, .inputs = {3, 3}}},
         .shape = shape_range,
         .evaluate = evaluate_range},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
