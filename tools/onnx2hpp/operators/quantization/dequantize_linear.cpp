// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries dequantize_linear_operators() {
    return {
        {.type = "DequantizeLinear",
         .versions = {{.since = {10}, .inputs = {2, 3}},
                      {.since = {13, 19}, .inputs = {2, 3}, .attributes = {integer("axis")}},
                      {.since = {21},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size")}},
                      {.since = {23, 24, 25},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size"),
                                      integer("output_dtype")}}},
         .shape = shape_dequantize_linear,
         .expand = expand_dequantize_linear,
         .lower = lower_convert},
        {.type = "com.microsoft.DequantizeLinear",
         .versions = {{.since = {1},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), integer("block_size")}}},
         .expand = expand_microsoft_quantization},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
