// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries slice_and_tile_operators() {
    return {
        {.type = "Slice",
         .versions = {{.since = {1},
                       .attributes = {integers("axes"), required(integers("ends")),
                                      required(integers("starts"))}},
                      {.since = {10, 11, 13}, .inputs = {3, 5}}},
         .shape = shape_slice,
         .evaluate = evaluate_slice,
         .lower = lower_slice},
        {.type = "Expand",
         .versions = {{.since = {8, 13}, .inputs = {2, 2}}},
         .shape = shape_expand,
         .evaluate = evaluate_tile,
         .lower = lower_tile},
        {.type = "Tile",
         .versions = {{.since = {6, 13}, .inputs = {2, 2}}},
         .shape = shape_tile,
         .evaluate = evaluate_tile,
         .lower = lower_tile},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
