// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries conv_operators() {
    return {
        {.type = "Conv",
         .versions = {{.since = {1, 11, 22},
                       .inputs = {2, 3},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_conv,
         .lower = lower_conv},
        {.type = "DepthwiseConv", .lower = lower_conv},
        {.type = "com.microsoft.FusedConv",
         .versions = {{.since = {1},
                       .inputs = {2, 4},
                       .attributes = {text("activation"), reals("activation_params"),
                                      text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_fused_conv},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
