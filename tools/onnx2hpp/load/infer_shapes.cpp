// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/infer_shapes.hpp>
#include <onnx2hpp/load/shape_rules.hpp>

#include <string_view>
#include <unordered_map>

namespace onnx2hpp {
namespace {

const std::unordered_map<std::string_view, shape_rule> rules{
    {"Add", shape_binary},
    {"AveragePool", shape_average_pool},
    {"BatchNormalization", shape_batch_normalization},
    {"Clip", shape_clip},
    {"Concat", shape_concat},
    {"ConstantOfShape", shape_constant_of_shape},
    {"Conv", shape_conv},
    {"DequantizeLinear", shape_dequantize_linear},
    {"Flatten", shape_flatten},
    {"Gemm", shape_gemm},
    {"GlobalAveragePool", shape_global_average_pool},
    {"HardSigmoid", shape_unary},
    {"HardSwish", shape_unary},
    {"Identity", shape_identity},
    {"LogSoftmax", shape_softmax},
    {"MatMul", shape_matmul},
    {"MaxPool", shape_max_pool},
    {"Mul", shape_binary},
    {"Pad", shape_pad},
    {"QuantizeLinear", shape_quantize_linear},
    {"ReduceMean", shape_reduce_mean},
    {"Relu", shape_relu},
    {"Reshape", shape_reshape},
    {"Resize", shape_resize},
    {"Sigmoid", shape_unary},
    {"Softmax", shape_softmax},
    {"Squeeze", shape_squeeze},
    {"Transpose", shape_transpose},
    {"Unsqueeze", shape_unsqueeze},
    {"Upsample", shape_resize},
};

bool is_known(const onnx_model& model, value_id v) {
    return v == absent || model.values[static_cast<std::size_t>(v)].shape_known;
}

void require_known_outputs(const onnx_model& model, const node& n) {
    for (const value_id v : n.outputs)
        if (!is_known(model, v))
            fail_unsupported(n, "the shape of its result is unknown", "there is no rule for it");
}

}  // namespace

void infer_shapes(onnx_model& model) {
    for (const node& n : model.nodes) {
        const auto rule = rules.find(n.op_type);
        shape_context context(model, n);
        if (rule == rules.end())
            require_known_outputs(model, n);
        else
            rule->second(context);
    }
}

}  // namespace onnx2hpp
