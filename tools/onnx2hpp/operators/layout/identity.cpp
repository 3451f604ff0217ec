// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries identity_operators() {
    return {
        {.type = "Identity",
         .versions = {{.since = {1, 13, 14, 16, 19, 21, 23, 24, 25}}},
         .shape = shape_identity,
         .lower = lower_convert},
        {.type = "Dropout",
         .versions = {{.since = {6},
                       .outputs = 2,
                       .attributes = {integer("is_test"), real("ratio")}},
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
