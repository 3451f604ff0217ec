// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries qlinear_operators() {
    return {
        {.type = "QLinearConv",
         .versions = {{.since = {10},
                       .inputs = {8, 9},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_qlinear_conv},
        {.type = "QLinearMatMul",
         .versions = {{.since = {10, 21}, .inputs = {8, 8}}},
         .expand = expand_qlinear_matmul},
        {.type = "com.microsoft.NhwcMaxPool",
         .versions = {{.since = {1},
                       .attributes = {text("auto_pad"), integer("ceil_mode"), integers("dilations"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_nhwc_max_pool},
        {.type = "com.microsoft.QGemm",
         .versions = {{.since = {1},
                       .inputs = {6, 9},
                       .attributes = {real("alpha"), integer("transA"), integer("transB")}}},
         .expand = expand_qgemm},
        {.type = "com.microsoft.QLinearAdd",
         .versions = {{.since = {1}, .inputs = {2, 8}}},
         .expand = expand_qlinear_add},
        {.type = "com.microsoft.QLinearAveragePool",
         .versions = {{.since = {1},
                       .inputs = {2, 5},
                       .attributes = {text("auto_pad"), integer("ceil_mode"),
                                      integer("channels_last"), integer("count_include_pad"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_qlinear_average_pool},
        {.type = "com.microsoft.QLinearConcat",
         .versions = {{.since = {1},
                       .inputs = {2, any_number},
                       .attributes = {required(integer("axis"))}}},
         .expand = expand_qlinear_concat},
        {.type = "com.microsoft.QLinearGlobalAveragePool",
         .versions = {{.since = {1}, .inputs = {5, 5}, .attributes = {integer("channels_last")}}},
         .expand = expand_qlinear_global_average_pool},
        {.type = "com.microsoft.QLinearLeakyRelu",
         .versions = {{.since = {1}, .inputs = {2, 5}, .attributes = {real("alpha")}}},
         .expand = expand_qlinear_leaky_relu},
        {.type = "com.microsoft.QLinearMul",
         .versions = {{.since = {1}, .inputs = {2, 8}}},
         .expand = expand_qlinear_mul},
        {.type = "com.microsoft.QLinearSigmoid",
         .versions = {{.since = {1}, .inputs = {2, 5}}},
         .expand = expand_qlinear_sigmoid},
        {.type = "com.microsoft.QLinearSoftmax",
         .versions = {{.since = {1},
                       .inputs = {2, 5},
                       .attributes = {integer("axis"), required(integer("opset"))}}},
         .expand = expand_qlinear_softmax},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
