// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/operators.hpp>

#include <unordered_map>

namespace onnx2hpp {
namespace {

/// By qualified name (load/operators.hpp).
const std::unordered_map<std::string_view, expansion_rule> rules{
    {"CenterCropPad", expand_center_crop_pad},
    {"DepthToSpace", expand_depth_to_space},
    {"Dropout", expand_dropout},
    {"EyeLike", expand_eye_like},
    {"Gather", expand_gather},
    {"If", expand_if},
    {"OneHot", expand_one_hot},
    {"Pad", expand_pad},
    {"ReverseSequence", expand_reverse_sequence},
    {"Scatter", expand_scatter},
    {"ScatterElements", expand_scatter},
    {"ScatterND", expand_scatter},
    {"Shape", expand_shape},
    {"Size", expand_size},
    {"SpaceToDepth", expand_space_to_depth},
    {"Split", expand_split},
    {"TensorScatter", expand_tensor_scatter},
    {"Trilu", expand_trilu},
    {"Add", expand_old_broadcast},
    {"And", expand_old_broadcast},
    {"CastLike", expand_cast_like},
    {"Clip", expand_clip},
    {"ConvInteger", expand_conv_integer},
    {"DequantizeLinear", expand_dequantize_linear},
    {"Div", expand_old_broadcast},
    {"Dropout", expand_dropout},
    {"DynamicQuantizeLinear", expand_dynamic_quantize_linear},
    {"Equal", expand_old_broadcast},
    {"Greater", expand_old_broadcast},
    {"Less", expand_old_broadcast},
    {"MatMulInteger", expand_matmul_integer},
    {"Max", expand_extremum},
    {"Mean", expand_mean},
    {"Min", expand_extremum},
    {"Mul", expand_old_broadcast},
    {"Or", expand_old_broadcast},
    {"PRelu", expand_prelu},
    {"Pow", expand_old_broadcast},
    {"QLinearConv", expand_qlinear_conv},
    {"QLinearMatMul", expand_qlinear_matmul},
    {"QuantizeLinear", expand_quantize_linear},
    {"Relu", expand_relu},
    {"Shrink", expand_shrink},
    {"Sub", expand_old_broadcast},
    {"Sum", expand_sum},
    {"SwiGLU", expand_swiglu},
    {"Xor", expand_old_broadcast},
    {"com.microsoft.BiasGelu", expand_microsoft_gelu},
    {"com.microsoft.DequantizeLinear", expand_microsoft_quantization},
    {"com.microsoft.FastGelu", expand_microsoft_gelu},
    {"com.microsoft.FusedConv", expand_fused_conv},
    {"com.microsoft.FusedMatMul", expand_fused_matmul},
    {"com.microsoft.Gelu", expand_microsoft_gelu},
    {"com.microsoft.NhwcMaxPool", expand_nhwc_max_pool},
    {"com.microsoft.QGemm", expand_qgemm},
    {"com.microsoft.QLinearAdd", expand_qlinear_add},
    {"com.microsoft.QLinearAveragePool", expand_qlinear_average_pool},
    {"com.microsoft.QLinearConcat", expand_qlinear_concat},
    {"com.microsoft.QLinearGlobalAveragePool", expand_qlinear_global_average_pool},
    {"com.microsoft.QLinearLeakyRelu", expand_qlinear_leaky_relu},
    {"com.microsoft.QLinearMul", expand_qlinear_mul},
    {"com.microsoft.QLinearSigmoid", expand_qlinear_sigmoid},
    {"com.microsoft.QLinearSoftmax", expand_qlinear_softmax},
    {"com.microsoft.QuantizeLinear", expand_microsoft_quantization},
    {"BatchNormalization", expand_batch_normalization},
    {"CumProd", expand_cumulate},
    {"CumSum", expand_cumulate},
    {"Det", expand_det},
    {"Dropout", expand_dropout},
    {"GlobalAveragePool", expand_global_average_pool},
    {"GlobalLpPool", expand_global_lp_pool},
    {"GlobalMaxPool", expand_global_max_pool},
    {"GroupNormalization", expand_group_normalization},
    {"Hardmax", expand_hardmax},
    {"InstanceNormalization", expand_instance_normalization},
    {"LayerNormalization", expand_layer_normalization},
    {"LpNormalization", expand_lp_normalization},
    {"MeanVarianceNormalization", expand_mean_variance_normalization},
    {"RMSNormalization", expand_rms_normalization},
    {"TopK", expand_top_k},
    {"com.microsoft.FusedMatMul", expand_fused_matmul},
    {"com.microsoft.SkipLayerNormalization", expand_skip_layer_normalization},
    {"AffineGrid", expand_affine_grid}, {"CausalConvWithState", expand_causal_conv_with_state},
    {"Dropout", expand_dropout},        {"GRU", expand_recurrent},
    {"LSTM", expand_recurrent},         {"MaxPool", expand_max_pool},
    {"RNN", expand_recurrent},          {"com.microsoft.NhwcMaxPool", expand_nhwc_max_pool},
};

}  // namespace

expansion_rule expansion_of(const node& n) {
    const auto found = rules.find(qualified_name(n));
    return found == rules.end() ? nullptr : found->second;
}

}  // namespace onnx2hpp
