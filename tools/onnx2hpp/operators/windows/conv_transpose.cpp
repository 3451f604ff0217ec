// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries conv_transpose_operators() {
    return {
        {.type = "ConvTranspose",
         .versions = {{.since = {1, 11, 22},
                       .inputs = {2, 3},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("output_padding"),
                                      integers("output_shape"), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_conv_transpose,
         .lower = lower_conv_transpose},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
