// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries top_k_operators() {
    return {
        {.type = "TopK",
         .versions =
             {{.since = {1}, .outputs = 2, .attributes = {integer("axis"), required(integer("k"))}},
              {.since = {10}, .inputs = {2, 2}, .outputs = 2, .attributes = {integer("axis")}},
              {.since = {11, 24},
               .inputs = {2, 2},
               .outputs = 2,
               .attributes = {integer("axis"), integer("largest"), integer("sorted")}}},
         .expand = expand_top_k},
        {.type = "TopKIndices", .shape = shape_top_k, .lower = lower_top_k},
        {.type = "TopKValues", .shape = shape_top_k, .lower = lower_top_k},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
