// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries batch_normalization_operators() {
    return {
        {.type = "BatchNormalization",
         .versions = {{.since = {6},
                       .inputs = {5, 5},
                       .outputs = 5,
                       .attributes = {real("epsilon"), integer("is_test"), real("momentum"),
                                      integer("spatial")}},
                      {.since = {7},
                       .inputs = {5, 5},
                       .outputs = 5,
                       .attributes = {real("epsilon"), real("momentum"), integer("spatial")}},
                      {.since = {9},
                       .inputs = {5, 5},
                       .outputs = 5,
                       .attributes = {real("epsilon"), real("momentum")}},
                      {.since = {14, 15},
                       .inputs = {5, 5},
                       .outputs = 3,
                       .attributes = {real("epsilon"), real("momentum"),
                                      integer("training_mode")}}},
         .shape = shape_batch_normalization,
         .expand = expand_batch_normalization,
         .lower = lower_batch_normalization},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
