// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries integer_products_operators() {
    return {
        {.type = "ConvInteger",
         .versions = {{.since = {10},
                       .inputs = {2, 4},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_conv_integer},
        {.type = "MatMulInteger",
         .versions = {{.since = {10}, .inputs = {2, 4}}},
         .expand = expand_matmul_integer},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
