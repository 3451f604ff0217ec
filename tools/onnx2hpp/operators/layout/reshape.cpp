// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries reshape_operators() {
    return {
        {.type = "Reshape",
         .versions = {{.since = {5, 13}, .inputs = {2, 2}},
                      {.since = {14, 19, 21, 23, 24, 25},
                       .inputs = {2, 2},
                       .attributes = {integer("allowzero")}}},
         .shape = shape_reshape,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape},
        {.type = "Flatten",
         .versions = {{.since = {1, 9, 11, 13, 21, 23, 24, 25}, .attributes = {integer("axis")}}},
         .shape = shape_flatten,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape},
        {.type = "Squeeze",
         .versions = {{.since = {1, 11}, .attributes = {integers("axes")}},
                      {.since = {13, 21, 23, 24, 25}, .inputs = {1, 2}}},
         .shape = shape_squeeze,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape},
        {.type = "Unsqueeze",
         .versions = {{.since = {1, 11}, .attributes = {required(integers("axes"))}},
                      {.since = {13, 21, 23, 24, 25}, .inputs = {2, 2}}},
         .shape = shape_unsqueeze,
         .evaluate = evaluate_reshape,
         .lower = lower_reshape},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
