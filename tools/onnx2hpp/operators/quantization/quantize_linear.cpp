// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries quantize_linear_operators() {
    return {
        {.type = "QuantizeLinear",
         .versions = {{.since = {10}, .inputs = {2, 3}},
                      {.since = {13}, .inputs = {2, 3}, .attributes = {integer("axis")}},
                      {.since = {19},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("saturate")}},
                      {.since = {21},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size"),
                                      integer("output_dtype"), integer("saturate")}},
                      {.since = {23, 24, 25},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size"),
                                      integer("output_dtype"), integer("precision"),
                                      integer("saturate")}}},
         .shape = shape_quantize_linear,
         .expand = expand_quantize_linear,
         .evaluate = evaluate_quantize,
         .lower = lower_convert},
        {.type = "com.microsoft.QuantizeLinear",
         .versions = {{.since = {1},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size"),
                                      integer("saturate")}}},
         .expand = expand_microsoft_quantization},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
