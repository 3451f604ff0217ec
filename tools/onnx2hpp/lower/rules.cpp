// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/rules.hpp>

#include <map>

namespace onnx2hpp {

lowering_rule rule_of(std::string_view op_type) {
    static const std::map<std::string_view, lowering_rule> rules{
        {"Add", lower_binary},
        {"AveragePool", lower_pool},
        {"BatchNormalization", lower_batch_normalization},
        {"Clip", lower_convert},
        {"Concat", lower_concat},
        {"Conv", lower_conv},
        {"DepthwiseConv", lower_conv},
        {"DequantizeLinear", lower_convert},
        {"Expand", lower_tile},
        {"Flatten", lower_reshape},
        {"Gather", lower_gather},
        {"GatherElements", lower_gather_elements},
        {"GatherND", lower_gather_nd},
        {"Gemm", lower_gemm},
        {"GlobalAveragePool", lower_global_average_pool},
        {"HardSigmoid", lower_unary},
        {"HardSwish", lower_unary},
        {"Identity", lower_convert},
        {"LogSoftmax", lower_softmax},
        {"MatMul", lower_gemm},
        {"MaxPool", lower_pool},
        {"Mul", lower_binary},
        {"Pad", lower_pad},
        {"QuantizeLinear", lower_convert},
        {"ReduceMean", refuse_reduce_mean},
        {"Relu", lower_convert},
        {"Reshape", lower_reshape},
        {"Resize", lower_resize},
        {"Scatter", lower_scatter_elements},
        {"ScatterElements", lower_scatter_elements},
        {"ScatterND", lower_scatter_nd},
        {"Sigmoid", lower_unary},
        {"Slice", lower_slice},
        {"Softmax", lower_softmax},
        {"Squeeze", lower_reshape},
        {"Tile", lower_tile},
        {"Transpose", lower_transpose},
        {"Unsqueeze", lower_reshape},
        {"Upsample", lower_resize},
    };
    const auto found = rules.find(op_type);
    return found == rules.end() ? nullptr : found->second;
}

}  // namespace onnx2hpp
