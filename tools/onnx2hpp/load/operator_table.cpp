// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/operator_table.hpp>

namespace onnx2hpp {
namespace {

constexpr auto integer = attribute_kind::integer;
constexpr auto real = attribute_kind::real;
constexpr auto text = attribute_kind::text;
constexpr auto integers = attribute_kind::integers;
constexpr auto reals = attribute_kind::reals;
constexpr auto tensor = attribute_kind::tensor;
constexpr auto texts = attribute_kind::texts;
constexpr auto doubles = attribute_kind::doubles;

constexpr attribute_rule required(attribute_rule rule) {
    rule.required = true;
    return rule;
}

constexpr attribute_rule accuracy_level{"accuracy_level", integer};
constexpr attribute_rule activation{"activation", text};
constexpr attribute_rule activation_alpha{"activation_alpha", reals};
constexpr attribute_rule activation_beta{"activation_beta", reals};
constexpr attribute_rule activation_params{"activation_params", reals};
constexpr attribute_rule activations{"activations", texts};
constexpr attribute_rule aggregate_function{"aggregate_function", text};
constexpr attribute_rule aggregate_number{"aggregate_function", integer};
constexpr attribute_rule align_corners{"align_corners", integer};
constexpr attribute_rule allowzero{"allowzero", integer};
constexpr attribute_rule alpha{"alpha", real};
constexpr attribute_rule antialias{"antialias", integer};
constexpr attribute_rule approximate{"approximate", text};
constexpr attribute_rule auto_pad{"auto_pad", text};
constexpr attribute_rule axes{"axes", integers};
constexpr attribute_rule axis{"axis", integer};
constexpr attribute_rule base_values{"base_values", reals};
constexpr attribute_rule base_values_as_tensor{"base_values_as_tensor", doubles};
constexpr attribute_rule batch_axis{"batch_axis", integer};
constexpr attribute_rule batch_dims{"batch_dims", integer};
constexpr attribute_rule beta{"beta", real};
constexpr attribute_rule bias{"bias", real};
constexpr attribute_rule bits{"bits", integer};
constexpr attribute_rule block_size{"block_size", integer};
constexpr attribute_rule blocksize{"blocksize", integer};
constexpr attribute_rule broadcast{"broadcast", integer};
constexpr attribute_rule ceil_mode{"ceil_mode", integer};
constexpr attribute_rule center_point_box{"center_point_box", integer};
constexpr attribute_rule channels_last{"channels_last", integer};
constexpr attribute_rule chunk_size{"chunk_size", integer};
constexpr attribute_rule class_ids{"class_ids", integers};
constexpr attribute_rule class_nodeids{"class_nodeids", integers};
constexpr attribute_rule class_treeids{"class_treeids", integers};
constexpr attribute_rule class_weights{"class_weights", reals};
constexpr attribute_rule class_weights_as_tensor{"class_weights_as_tensor", doubles};
constexpr attribute_rule classes_strings{"classes_strings", texts};
constexpr attribute_rule classlabels_int64s{"classlabels_int64s", integers};
constexpr attribute_rule classlabels_ints{"classlabels_ints", integers};
constexpr attribute_rule classlabels_strings{"classlabels_strings", texts};
constexpr attribute_rule clip{"clip", real};
constexpr attribute_rule coefficients{"coefficients", reals};
constexpr attribute_rule coordinate_transformation_mode{"coordinate_transformation_mode", text};
constexpr attribute_rule count_include_pad{"count_include_pad", integer};
constexpr attribute_rule cubic_coeff_a{"cubic_coeff_a", real};
constexpr attribute_rule default_float{"default_float", real};
constexpr attribute_rule default_int64{"default_int64", integer};
constexpr attribute_rule default_string{"default_string", text};
constexpr attribute_rule default_tensor{"default_tensor", tensor};
constexpr attribute_rule detect_negative{"detect_negative", integer};
constexpr attribute_rule detect_positive{"detect_positive", integer};
constexpr attribute_rule dilations{"dilations", integers};
constexpr attribute_rule direction{"direction", text};
constexpr attribute_rule directions{"directions", integers};
constexpr attribute_rule dtype{"dtype", integer};
constexpr attribute_rule end{"end", integer};
constexpr attribute_rule ends{"ends", integers};
constexpr attribute_rule epsilon{"epsilon", real};
constexpr attribute_rule equation{"equation", text};
constexpr attribute_rule exclude_outside{"exclude_outside", integer};
constexpr attribute_rule exclusive{"exclusive", integer};
constexpr attribute_rule extrapolation_value{"extrapolation_value", real};
constexpr attribute_rule fmod{"fmod", integer};
constexpr attribute_rule gamma{"gamma", real};
constexpr attribute_rule group{"group", integer};
constexpr attribute_rule hidden_size{"hidden_size", integer};
constexpr attribute_rule ignore_index{"ignore_index", integer};
constexpr attribute_rule input_forget{"input_forget", integer};
constexpr attribute_rule intercepts{"intercepts", reals};
constexpr attribute_rule interleaved{"interleaved", integer};
constexpr attribute_rule inverse{"inverse", integer};
constexpr attribute_rule is_causal{"is_causal", integer};
constexpr attribute_rule is_test{"is_test", integer};
constexpr attribute_rule k{"k", integer};
constexpr attribute_rule k_inputs{"K", integer};
constexpr attribute_rule keep_aspect_ratio_policy{"keep_aspect_ratio_policy", text};
constexpr attribute_rule keepdims{"keepdims", integer};
constexpr attribute_rule kernel_shape{"kernel_shape", integers};
constexpr attribute_rule keys_floats{"keys_floats", reals};
constexpr attribute_rule keys_int64s{"keys_int64s", integers};
constexpr attribute_rule keys_strings{"keys_strings", texts};
constexpr attribute_rule keys_tensor{"keys_tensor", tensor};
constexpr attribute_rule kv_num_heads{"kv_num_heads", integer};
constexpr attribute_rule lambd{"lambd", real};
constexpr attribute_rule largest{"largest", integer};
constexpr attribute_rule layout{"layout", integer};
constexpr attribute_rule leaf_targetids{"leaf_targetids", integers};
constexpr attribute_rule leaf_weights{"leaf_weights", doubles};
constexpr attribute_rule left_window_size{"left_window_size", integer};
constexpr attribute_rule linear_before_reset{"linear_before_reset", integer};
constexpr attribute_rule max{"max", real};
constexpr attribute_rule membership_values{"membership_values", doubles};
constexpr attribute_rule min{"min", real};
constexpr attribute_rule mode{"mode", text};
constexpr attribute_rule momentum{"momentum", real};
constexpr attribute_rule multi_class{"multi_class", integer};
constexpr attribute_rule n_outputs{"N", integer};
constexpr attribute_rule n_targets{"n_targets", integer};
constexpr attribute_rule nearest_mode{"nearest_mode", text};
constexpr attribute_rule nodes_falseleafs{"nodes_falseleafs", integers};
constexpr attribute_rule nodes_falsenodeids{"nodes_falsenodeids", integers};
constexpr attribute_rule nodes_featureids{"nodes_featureids", integers};
constexpr attribute_rule nodes_hitrates{"nodes_hitrates", reals};
constexpr attribute_rule nodes_hitrates_as_tensor{"nodes_hitrates_as_tensor", doubles};
constexpr attribute_rule nodes_hitrates_tensor{"nodes_hitrates", doubles};
constexpr attribute_rule nodes_missing_value_tracks_true{"nodes_missing_value_tracks_true",
                                                         integers};
constexpr attribute_rule nodes_mode_numbers{"nodes_modes", tensor};
constexpr attribute_rule nodes_modes{"nodes_modes", texts};
constexpr attribute_rule nodes_nodeids{"nodes_nodeids", integers};
constexpr attribute_rule nodes_splits{"nodes_splits", doubles};
constexpr attribute_rule nodes_treeids{"nodes_treeids", integers};
constexpr attribute_rule nodes_trueleafs{"nodes_trueleafs", integers};
constexpr attribute_rule nodes_truenodeids{"nodes_truenodeids", integers};
constexpr attribute_rule nodes_values{"nodes_values", reals};
constexpr attribute_rule nodes_values_as_tensor{"nodes_values_as_tensor", doubles};
constexpr attribute_rule noop_with_empty_axes{"noop_with_empty_axes", integer};
constexpr attribute_rule norm{"norm", text};
constexpr attribute_rule num_groups{"num_groups", integer};
constexpr attribute_rule num_heads{"num_heads", integer};
constexpr attribute_rule num_outputs{"num_outputs", integer};
constexpr attribute_rule num_scan_inputs{"num_scan_inputs", integer};
constexpr attribute_rule offset{"offset", reals};
constexpr attribute_rule offset_group{"offset_group", integer};
constexpr attribute_rule onesided{"onesided", integer};
constexpr attribute_rule opset{"opset", integer};
constexpr attribute_rule output_datatype{"output_datatype", integer};
constexpr attribute_rule output_dtype{"output_dtype", integer};
constexpr attribute_rule output_height{"output_height", integer};
constexpr attribute_rule output_padding{"output_padding", integers};
constexpr attribute_rule output_sequence{"output_sequence", integer};
constexpr attribute_rule output_shape{"output_shape", integers};
constexpr attribute_rule output_width{"output_width", integer};
constexpr attribute_rule p{"p", integer};
constexpr attribute_rule padding_mode{"padding_mode", text};
constexpr attribute_rule pads{"pads", integers};
constexpr attribute_rule periodic{"periodic", integer};
constexpr attribute_rule perm{"perm", integers};
constexpr attribute_rule post_transform{"post_transform", text};
constexpr attribute_rule post_transform_number{"post_transform", integer};
constexpr attribute_rule precision{"precision", integer};
constexpr attribute_rule q_num_heads{"q_num_heads", integer};
constexpr attribute_rule qk_matmul_output_mode{"qk_matmul_output_mode", integer};
constexpr attribute_rule ratio{"ratio", real};
constexpr attribute_rule reduction{"reduction", text};
constexpr attribute_rule reverse{"reverse", integer};
constexpr attribute_rule right_window_size{"right_window_size", integer};
constexpr attribute_rule rotary_embedding_dim{"rotary_embedding_dim", integer};
constexpr attribute_rule round_mode{"round_mode", text};
constexpr attribute_rule sampling_ratio{"sampling_ratio", integer};
constexpr attribute_rule saturate{"saturate", integer};
constexpr attribute_rule scale{"scale", real};
constexpr attribute_rule scale_reals{"scale", reals};
constexpr attribute_rule scales{"scales", reals};
constexpr attribute_rule scan_input_axes{"scan_input_axes", integers};
constexpr attribute_rule scan_input_directions{"scan_input_directions", integers};
constexpr attribute_rule scan_output_axes{"scan_output_axes", integers};
constexpr attribute_rule scan_output_directions{"scan_output_directions", integers};
constexpr attribute_rule seed{"seed", integer};
constexpr attribute_rule select_last_index{"select_last_index", integer};
constexpr attribute_rule size{"size", integer};
constexpr attribute_rule softcap{"softcap", real};
constexpr attribute_rule softmax_precision{"softmax_precision", integer};
constexpr attribute_rule sorted{"sorted", integer};
constexpr attribute_rule spatial{"spatial", integer};
constexpr attribute_rule spatial_scale{"spatial_scale", real};
constexpr attribute_rule split{"split", integers};
constexpr attribute_rule start{"start", integer};
constexpr attribute_rule starts{"starts", integers};
constexpr attribute_rule stash_type{"stash_type", integer};
constexpr attribute_rule storage_order{"storage_order", integer};
constexpr attribute_rule strides{"strides", integers};
constexpr attribute_rule target_ids{"target_ids", integers};
constexpr attribute_rule target_nodeids{"target_nodeids", integers};
constexpr attribute_rule target_treeids{"target_treeids", integers};
constexpr attribute_rule target_weights{"target_weights", reals};
constexpr attribute_rule target_weights_as_tensor{"target_weights_as_tensor", doubles};
constexpr attribute_rule targets{"targets", integer};
constexpr attribute_rule threshold{"threshold", real};
constexpr attribute_rule time_axis{"time_axis", integer};
constexpr attribute_rule to{"to", integer};
constexpr attribute_rule training_mode{"training_mode", integer};
constexpr attribute_rule trans_a{"transA", integer};
constexpr attribute_rule trans_b{"transB", integer};
constexpr attribute_rule trans_batch_a{"transBatchA", integer};
constexpr attribute_rule trans_batch_b{"transBatchB", integer};
constexpr attribute_rule tree_roots{"tree_roots", integers};
constexpr attribute_rule update_rule{"update_rule", text};
constexpr attribute_rule upper{"upper", integer};
constexpr attribute_rule value_float{"value_float", real};
constexpr attribute_rule value_floats{"value_floats", reals};
constexpr attribute_rule value_int{"value_int", integer};
constexpr attribute_rule value_ints{"value_ints", integers};
constexpr attribute_rule value_real{"value", real};
constexpr attribute_rule value_string{"value_string", text};
constexpr attribute_rule value_tensor{"value", tensor};
constexpr attribute_rule values_floats{"values_floats", reals};
constexpr attribute_rule values_int64s{"values_int64s", integers};
constexpr attribute_rule values_strings{"values_strings", texts};
constexpr attribute_rule values_tensor{"values_tensor", tensor};
}  // namespace

std::span<const signature> signatures() {
    // clang-format off
    static const std::vector<signature> all{
        {"Abs", {6, 13}, 1, 1, 1, {}},
        {"Acos", {7, 22}, 1, 1, 1, {}},
        {"Acosh", {9, 22}, 1, 1, 1, {}},
        {"Add", {6}, 2, 2, 1, {axis, broadcast}},
        {"Add", {7, 13, 14}, 2, 2, 1, {}},
        {"AffineGrid", {20}, 2, 2, 1, {align_corners}},
        {"And", {1}, 2, 2, 1, {axis, broadcast}},
        {"And", {7}, 2, 2, 1, {}},
        {"ArgMax", {1, 11}, 1, 1, 1, {axis, keepdims}},
        {"ArgMax", {12, 13}, 1, 1, 1, {axis, keepdims, select_last_index}},
        {"ArgMin", {1, 11}, 1, 1, 1, {axis, keepdims}},
        {"ArgMin", {12, 13}, 1, 1, 1, {axis, keepdims, select_last_index}},
        {"Asin", {7, 22}, 1, 1, 1, {}},
        {"Asinh", {9, 22}, 1, 1, 1, {}},
        {"Atan", {7, 22}, 1, 1, 1, {}},
        {"Atanh", {9, 22}, 1, 1, 1, {}},
        {"Attention", {23}, 3, 6, 4,
            {is_causal, kv_num_heads, q_num_heads, qk_matmul_output_mode, scale, softcap,
             softmax_precision}},
        {"Attention", {24}, 3, 7, 4,
            {is_causal, kv_num_heads, q_num_heads, qk_matmul_output_mode, scale, softcap,
             softmax_precision}},
        {"Attention", {25}, 3, 7, 4,
            {is_causal, kv_num_heads, left_window_size, q_num_heads, qk_matmul_output_mode,
             right_window_size, scale, softcap, softmax_precision}},
        {"AveragePool", {1}, 1, 1, 1, {auto_pad, required(kernel_shape), pads, strides}},
        {"AveragePool", {7}, 1, 1, 1,
            {auto_pad, count_include_pad, required(kernel_shape), pads, strides}},
        {"AveragePool", {10, 11}, 1, 1, 1,
            {auto_pad, ceil_mode, count_include_pad, required(kernel_shape), pads, strides}},
        {"AveragePool", {19, 22}, 1, 1, 1,
            {auto_pad, ceil_mode, count_include_pad, dilations, required(kernel_shape), pads,
             strides}},
        {"BatchNormalization", {6}, 5, 5, 5, {epsilon, is_test, momentum, spatial}},
        {"BatchNormalization", {7}, 5, 5, 5, {epsilon, momentum, spatial}},
        {"BatchNormalization", {9}, 5, 5, 5, {epsilon, momentum}},
        {"BatchNormalization", {14, 15}, 5, 5, 3, {epsilon, momentum, training_mode}},
        {"BitCast", {26}, 1, 1, 1, {required(to)}},
        {"BitShift", {11}, 2, 2, 1, {required(direction)}},
        {"BitwiseAnd", {18}, 2, 2, 1, {}},
        {"BitwiseNot", {18}, 1, 1, 1, {}},
        {"BitwiseOr", {18}, 2, 2, 1, {}},
        {"BitwiseXor", {18}, 2, 2, 1, {}},
        {"BlackmanWindow", {17}, 1, 1, 1, {output_datatype, periodic}},
        {"Cast", {6, 9, 13}, 1, 1, 1, {required(to)}},
        {"Cast", {19, 21, 23}, 1, 1, 1, {saturate, required(to)}},
        {"Cast", {24, 25}, 1, 1, 1, {round_mode, saturate, required(to)}},
        {"CastLike", {15}, 2, 2, 1, {}},
        {"CastLike", {19, 21, 23}, 2, 2, 1, {saturate}},
        {"CastLike", {24, 25}, 2, 2, 1, {round_mode, saturate}},
        {"CausalConvWithState", {27}, 2, 4, 2, {activation}},
        {"Ceil", {6, 13}, 1, 1, 1, {}},
        {"Celu", {12, 28}, 1, 1, 1, {alpha}},
        {"CenterCropPad", {18}, 2, 2, 1, {axes}},
        {"Clip", {6}, 1, 1, 1, {max, min}},
        {"Clip", {11, 12, 13}, 1, 3, 1, {}},
        {"Col2Im", {18}, 3, 3, 1, {dilations, pads, strides}},
        {"Concat", {4, 11, 13}, 1, any_number, 1, {required(axis)}},
        {"Constant", {1, 9}, 0, 0, 1, {required(value_tensor)}},
        {"Constant", {11}, 0, 0, 1, {value_tensor}},
        {"Constant", {12, 13, 19, 21, 23, 24, 25}, 0, 0, 1,
            {value_tensor, value_float, value_floats, value_int, value_ints, value_string}},
        {"ConstantOfShape", {9, 20, 21, 23, 24, 25}, 1, 1, 1, {value_tensor}},
        {"Conv", {1, 11, 22}, 2, 3, 1, {auto_pad, dilations, group, kernel_shape, pads, strides}},
        {"ConvInteger", {10}, 2, 4, 1, {auto_pad, dilations, group, kernel_shape, pads, strides}},
        {"ConvTranspose", {1, 11, 22}, 2, 3, 1,
            {auto_pad, dilations, group, kernel_shape, output_padding, output_shape, pads,
             strides}},
        {"Cos", {7, 22}, 1, 1, 1, {}},
        {"Cosh", {9, 22}, 1, 1, 1, {}},
        {"CumProd", {26}, 2, 2, 1, {exclusive, reverse}},
        {"CumSum", {11, 14}, 2, 2, 1, {exclusive, reverse}},
        {"DFT", {17}, 1, 2, 1, {axis, inverse, onesided}},
        {"DFT", {20}, 1, 3, 1, {inverse, onesided}},
        {"DeformConv", {19, 22}, 3, 5, 1,
            {dilations, group, kernel_shape, offset_group, pads, strides}},
        {"DepthToSpace", {1}, 1, 1, 1, {required(blocksize)}},
        {"DepthToSpace", {11, 13}, 1, 1, 1, {required(blocksize), mode}},
        {"DequantizeLinear", {10}, 2, 3, 1, {}},
        {"DequantizeLinear", {13, 19}, 2, 3, 1, {axis}},
        {"DequantizeLinear", {21}, 2, 3, 1, {axis, block_size}},
        {"DequantizeLinear", {23, 24, 25}, 2, 3, 1, {axis, block_size, output_dtype}},
        {"Det", {11, 22}, 1, 1, 1, {}},
        {"Div", {6}, 2, 2, 1, {axis, broadcast}},
        {"Div", {7, 13, 14}, 2, 2, 1, {}},
        {"Dropout", {6}, 1, 1, 2, {is_test, ratio}},
        {"Dropout", {7, 10}, 1, 1, 2, {ratio}},
        {"Dropout", {12, 13, 22}, 1, 3, 2, {seed}},
        {"DynamicQuantizeLinear", {11}, 1, 1, 3, {}},
        {"Einsum", {12}, 1, any_number, 1, {required(equation)}},
        {"Elu", {6, 22}, 1, 1, 1, {alpha}},
        {"Equal", {1}, 2, 2, 1, {axis, broadcast}},
        {"Equal", {7, 11, 13, 19}, 2, 2, 1, {}},
        {"Erf", {9, 13}, 1, 1, 1, {}},
        {"Exp", {6, 13}, 1, 1, 1, {}},
        {"Expand", {8, 13}, 2, 2, 1, {}},
        {"EyeLike", {9, 22}, 1, 1, 1, {dtype, k}},
        {"Flatten", {1, 9, 11, 13, 21, 23, 24, 25}, 1, 1, 1, {axis}},
        {"Floor", {6, 13}, 1, 1, 1, {}},
        {"GRU", {3}, 3, 6, 2,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size,
             linear_before_reset,
             output_sequence}},
        {"GRU", {7}, 3, 6, 2,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size,
             linear_before_reset}},
        {"GRU", {14, 22}, 3, 6, 2,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size, layout,
             linear_before_reset}},
        {"Gather", {1, 11, 13}, 2, 2, 1, {axis}},
        {"GatherElements", {11, 13}, 2, 2, 1, {axis}},
        {"GatherND", {11}, 2, 2, 1, {}},
        {"GatherND", {12, 13}, 2, 2, 1, {batch_dims}},
        {"Gelu", {20}, 1, 1, 1, {approximate}},
        {"Gemm", {6}, 3, 3, 1, {alpha, beta, broadcast, trans_a, trans_b}},
        {"Gemm", {7, 9}, 3, 3, 1, {alpha, beta, trans_a, trans_b}},
        {"Gemm", {11, 13}, 2, 3, 1, {alpha, beta, trans_a, trans_b}},
        {"GlobalAveragePool", {1, 22}, 1, 1, 1, {}},
        {"GlobalLpPool", {2, 22}, 1, 1, 1, {p}},
        {"GlobalMaxPool", {1, 22}, 1, 1, 1, {}},
        {"Greater", {1}, 2, 2, 1, {axis, broadcast}},
        {"Greater", {7, 9, 13}, 2, 2, 1, {}},
        {"GreaterOrEqual", {12, 16}, 2, 2, 1, {}},
        {"GridSample", {16, 20, 22}, 2, 2, 1, {align_corners, mode, padding_mode}},
        {"GroupNormalization", {18}, 3, 3, 1, {epsilon, required(num_groups)}},
        {"GroupNormalization", {21}, 3, 3, 1, {epsilon, required(num_groups), stash_type}},
        {"HammingWindow", {17}, 1, 1, 1, {output_datatype, periodic}},
        {"HannWindow", {17}, 1, 1, 1, {output_datatype, periodic}},
        {"HardSigmoid", {6, 22}, 1, 1, 1, {alpha, beta}},
        {"HardSwish", {14, 22}, 1, 1, 1, {}},
        {"Hardmax", {1, 11, 13}, 1, 1, 1, {axis}},
        {"Identity", {1, 13, 14, 16, 19, 21, 23, 24, 25}, 1, 1, 1, {}},
        {"If", {1, 11, 13, 16, 19, 21, 23, 24, 25}, 1, any_number, any_number, {}},
        {"InstanceNormalization", {6, 22}, 3, 3, 1, {epsilon}},
        {"IsInf", {10, 20}, 1, 1, 1, {detect_negative, detect_positive}},
        {"IsNaN", {9, 13, 20}, 1, 1, 1, {}},
        {"LRN", {1, 13}, 1, 1, 1, {alpha, beta, bias, required(size)}},
        {"LSTM", {1}, 3, 8, 3,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size,
             input_forget,
             output_sequence}},
        {"LSTM", {7}, 3, 8, 3,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size,
             input_forget}},
        {"LSTM", {14, 22}, 3, 8, 3,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size,
             input_forget,
             layout}},
        {"LayerNormalization", {1, 17}, 2, 3, 3, {axis, epsilon, stash_type}},
        {"LeakyRelu", {6, 16}, 1, 1, 1, {alpha}},
        {"Less", {1}, 2, 2, 1, {axis, broadcast}},
        {"Less", {7, 9, 13}, 2, 2, 1, {}},
        {"LessOrEqual", {12, 16}, 2, 2, 1, {}},
        {"LinearAttention", {27}, 3, 6, 2,
            {chunk_size, kv_num_heads, q_num_heads, scale, update_rule}},
        {"Log", {6, 13}, 1, 1, 1, {}},
        {"LogSoftmax", {1, 11, 13}, 1, 1, 1, {axis}},
        {"Loop", {1, 11, 13, 16, 19, 21, 23, 24, 25}, 0, any_number, any_number, {}},
        {"LpNormalization", {1, 22}, 1, 1, 1, {axis, p}},
        {"LpPool", {2, 11}, 1, 1, 1, {auto_pad, required(kernel_shape), p, pads, strides}},
        {"LpPool", {18, 22}, 1, 1, 1,
            {auto_pad, ceil_mode, dilations, required(kernel_shape), p, pads, strides}},
        {"MatMul", {1, 9, 13}, 2, 2, 1, {}},
        {"MatMulInteger", {10}, 2, 4, 1, {}},
        {"Max", {6, 8, 12, 13}, 1, any_number, 1, {}},
        {"MaxPool", {1}, 1, 1, 1, {auto_pad, required(kernel_shape), pads, strides}},
        {"MaxPool", {8}, 1, 1, 2, {auto_pad, required(kernel_shape), pads, storage_order, strides}},
        {"MaxPool", {10, 11, 12, 22}, 1, 1, 2,
            {auto_pad, ceil_mode, dilations, required(kernel_shape), pads, storage_order,
             strides}},
        {"MaxUnpool", {9, 11, 22}, 2, 3, 1, {required(kernel_shape), pads, strides}},
        {"Mean", {6, 8, 13}, 1, any_number, 1, {}},
        {"MeanVarianceNormalization", {9, 13}, 1, 1, 1, {axes}},
        {"MelWeightMatrix", {17}, 5, 5, 1, {output_datatype}},
        {"Min", {6, 8, 12, 13}, 1, any_number, 1, {}},
        {"Mish", {18, 22}, 1, 1, 1, {}},
        {"Mod", {10, 13}, 2, 2, 1, {fmod}},
        {"Mul", {6}, 2, 2, 1, {axis, broadcast}},
        {"Mul", {7, 13, 14}, 2, 2, 1, {}},
        {"Neg", {6, 13}, 1, 1, 1, {}},
        {"NegativeLogLikelihoodLoss", {12, 13, 22}, 2, 3, 1, {ignore_index, reduction}},
        {"NonMaxSuppression", {10, 11}, 2, 5, 1, {center_point_box}},
        {"NonZero", {9, 13}, 1, 1, 1, {}},
        {"Not", {1}, 1, 1, 1, {}},
        {"OneHot", {9, 11}, 3, 3, 1, {axis}},
        {"Or", {1}, 2, 2, 1, {axis, broadcast}},
        {"Or", {7}, 2, 2, 1, {}},
        {"PRelu", {6, 7, 9, 16}, 2, 2, 1, {}},
        {"Pad", {2}, 1, 1, 1, {mode, required(pads), value_real}},
        {"Pad", {11, 13}, 2, 3, 1, {mode}},
        {"Pad", {18, 19, 21, 23, 24, 25}, 2, 4, 1, {mode}},
        {"Pow", {1}, 2, 2, 1, {axis, broadcast}},
        {"Pow", {7, 12, 13, 15}, 2, 2, 1, {}},
        {"QLinearConv", {10}, 8, 9, 1, {auto_pad, dilations, group, kernel_shape, pads, strides}},
        {"QLinearMatMul", {10, 21}, 8, 8, 1, {}},
        {"QuantizeLinear", {10}, 2, 3, 1, {}},
        {"QuantizeLinear", {13}, 2, 3, 1, {axis}},
        {"QuantizeLinear", {19}, 2, 3, 1, {axis, saturate}},
        {"QuantizeLinear", {21}, 2, 3, 1, {axis, block_size, output_dtype, saturate}},
        {"QuantizeLinear", {23, 24, 25}, 2, 3, 1,
            {axis, block_size, output_dtype, precision, saturate}},
        {"RMSNormalization", {23}, 2, 2, 1, {axis, epsilon, stash_type}},
        {"RNN", {1}, 3, 6, 2,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size,
             output_sequence}},
        {"RNN", {7}, 3, 6, 2,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size}},
        {"RNN", {14, 22}, 3, 6, 2,
            {activation_alpha, activation_beta, activations, clip, direction, hidden_size, layout}},
        {"Range", {11, 27}, 3, 3, 1, {}},
        {"Reciprocal", {6, 13}, 1, 1, 1, {}},
        {"ReduceL1", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceL1", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceL2", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceL2", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceLogSum", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceLogSum", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceLogSumExp", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceLogSumExp", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceMax", {1, 11, 12, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceMax", {18, 20}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceMean", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceMean", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceMin", {1, 11, 12, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceMin", {18, 20}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceProd", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceProd", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceSum", {1, 11}, 1, 1, 1, {axes, keepdims}},
        {"ReduceSum", {13}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"ReduceSumSquare", {1, 11, 13}, 1, 1, 1, {axes, keepdims}},
        {"ReduceSumSquare", {18}, 1, 2, 1, {keepdims, noop_with_empty_axes}},
        {"Relu", {6, 13, 14}, 1, 1, 1, {}},
        {"Reshape", {5, 13}, 2, 2, 1, {}},
        {"Reshape", {14, 19, 21, 23, 24, 25}, 2, 2, 1, {allowzero}},
        {"Resize", {10}, 2, 2, 1, {mode}},
        {"Resize", {11, 13}, 1, 4, 1,
            {coordinate_transformation_mode, cubic_coeff_a, exclude_outside, extrapolation_value,
             mode, nearest_mode}},
        {"Resize", {18, 19}, 1, 4, 1,
            {antialias, axes, coordinate_transformation_mode, cubic_coeff_a, exclude_outside,
             extrapolation_value, keep_aspect_ratio_policy, mode, nearest_mode}},
        {"ReverseSequence", {10}, 2, 2, 1, {batch_axis, time_axis}},
        {"RoiAlign", {10}, 3, 3, 1,
            {mode, output_height, output_width, sampling_ratio, spatial_scale}},
        {"RoiAlign", {16, 22}, 3, 3, 1,
            {coordinate_transformation_mode, mode, output_height, output_width, sampling_ratio,
             spatial_scale}},
        {"RotaryEmbedding", {23}, 3, 4, 1, {interleaved, num_heads, rotary_embedding_dim}},
        {"Round", {11, 22}, 1, 1, 1, {}},
        {"STFT", {17}, 2, 4, 1, {onesided}},
        {"Scan", {8}, 0, any_number, any_number, {directions, required(num_scan_inputs)}},
        {"Scan", {9, 11, 16, 19, 21, 23, 24, 25}, 1, any_number, any_number,
            {required(num_scan_inputs), scan_input_axes, scan_input_directions, scan_output_axes,
             scan_output_directions}},
        {"Scatter", {9}, 3, 3, 1, {axis}},
        {"ScatterElements", {11, 13}, 3, 3, 1, {axis}},
        {"ScatterElements", {16, 18}, 3, 3, 1, {axis, reduction}},
        {"ScatterND", {11, 13}, 3, 3, 1, {}},
        {"ScatterND", {16, 18}, 3, 3, 1, {reduction}},
        {"Selu", {6, 22}, 1, 1, 1, {alpha, gamma}},
        {"Shape", {1, 13}, 1, 1, 1, {}},
        {"Shape", {15, 19, 21, 23, 24, 25}, 1, 1, 1, {end, start}},
        {"Shrink", {9}, 1, 1, 1, {bias, lambd}},
        {"Sigmoid", {6, 13}, 1, 1, 1, {}},
        {"Sign", {9, 13}, 1, 1, 1, {}},
        {"SimplifiedLayerNormalization", {1}, 2, 2, 2, {axis, epsilon, stash_type}},
        {"Sin", {7, 22}, 1, 1, 1, {}},
        {"Sinh", {9, 22}, 1, 1, 1, {}},
        {"Size", {1, 13, 19, 21, 23, 24, 25}, 1, 1, 1, {}},
        {"Slice", {1}, 1, 1, 1, {axes, required(ends), required(starts)}},
        {"Slice", {10, 11, 13}, 3, 5, 1, {}},
        {"Softmax", {1, 11, 13}, 1, 1, 1, {axis}},
        {"SoftmaxCrossEntropyLoss", {12, 13}, 2, 3, 2, {ignore_index, reduction}},
        {"Softplus", {1, 22}, 1, 1, 1, {}},
        {"Softsign", {1, 22}, 1, 1, 1, {}},
        {"SpaceToDepth", {1, 13}, 1, 1, 1, {required(blocksize)}},
        {"Split", {2, 11}, 1, 1, any_number, {axis, split}},
        {"Split", {13}, 1, 2, any_number, {axis}},
        {"Split", {18}, 1, 2, any_number, {axis, num_outputs}},
        {"Sqrt", {6, 13}, 1, 1, 1, {}},
        {"Squeeze", {1, 11}, 1, 1, 1, {axes}},
        {"Squeeze", {13, 21, 23, 24, 25}, 1, 2, 1, {}},
        {"Sub", {6}, 2, 2, 1, {axis, broadcast}},
        {"Sub", {7, 13, 14}, 2, 2, 1, {}},
        {"Sum", {6, 8, 13}, 1, any_number, 1, {}},
        {"SwiGLU", {28}, 2, 2, 1, {alpha}},
        {"Swish", {24}, 1, 1, 1, {alpha}},
        {"Tan", {7, 22}, 1, 1, 1, {}},
        {"Tanh", {6, 13}, 1, 1, 1, {}},
        {"TensorScatter", {24}, 2, 3, 1, {axis, mode}},
        {"ThresholdedRelu", {10, 22}, 1, 1, 1, {alpha}},
        {"Tile", {6, 13}, 2, 2, 1, {}},
        {"TopK", {1}, 1, 1, 2, {axis, required(k)}},
        {"TopK", {10}, 2, 2, 2, {axis}},
        {"TopK", {11, 24}, 2, 2, 2, {axis, largest, sorted}},
        {"Transpose", {1, 13, 21, 23, 24, 25}, 1, 1, 1, {perm}},
        {"Trilu", {14}, 1, 2, 1, {upper}},
        {"Unique", {11}, 1, 1, 4, {axis, sorted}},
        {"Unsqueeze", {1, 11}, 1, 1, 1, {required(axes)}},
        {"Unsqueeze", {13, 21, 23, 24, 25}, 2, 2, 1, {}},
        {"Upsample", {7}, 1, 1, 1, {mode, required(scales)}},
        {"Upsample", {9, 10}, 2, 2, 1, {mode}},
        {"Where", {9, 16}, 3, 3, 1, {}},
        {"Xor", {1}, 2, 2, 1, {axis, broadcast}},
        {"Xor", {7}, 2, 2, 1, {}},
        {"ai.onnx.ml.ArrayFeatureExtractor", {1}, 2, 2, 1, {}},
        {"ai.onnx.ml.Binarizer", {1}, 1, 1, 1, {threshold}},
        {"ai.onnx.ml.LabelEncoder", {1}, 1, 1, 1, {classes_strings, default_int64, default_string}},
        {"ai.onnx.ml.LabelEncoder", {2}, 1, 1, 1,
            {default_float, default_int64, default_string, keys_floats, keys_int64s, keys_strings,
             values_floats, values_int64s, values_strings}},
        {"ai.onnx.ml.LabelEncoder", {4}, 1, 1, 1,
            {default_float, default_int64, default_string, default_tensor, keys_floats, keys_int64s,
             keys_strings, keys_tensor, values_floats, values_int64s, values_strings,
             values_tensor}},
        {"ai.onnx.ml.LinearClassifier", {1}, 1, 1, 2,
            {classlabels_ints, classlabels_strings, required(coefficients), intercepts, multi_class,
             post_transform}},
        {"ai.onnx.ml.LinearRegressor", {1}, 1, 1, 1,
            {coefficients, intercepts, post_transform, targets}},
        {"ai.onnx.ml.Normalizer", {1}, 1, 1, 1, {norm}},
        {"ai.onnx.ml.Scaler", {1}, 1, 1, 1, {offset, scale_reals}},
        {"ai.onnx.ml.TreeEnsemble", {5}, 1, 1, 1,
            {aggregate_number, required(leaf_targetids), required(leaf_weights), membership_values,
             n_targets, required(nodes_falseleafs), required(nodes_falsenodeids),
             required(nodes_featureids), nodes_hitrates_tensor, nodes_missing_value_tracks_true,
             required(nodes_mode_numbers), required(nodes_splits), required(nodes_trueleafs),
             required(nodes_truenodeids), post_transform_number, required(tree_roots)}},
        {"ai.onnx.ml.TreeEnsembleClassifier", {1}, 1, 1, 2,
            {base_values, class_ids, class_nodeids, class_treeids, class_weights,
             classlabels_int64s, classlabels_strings, nodes_falsenodeids, nodes_featureids,
             nodes_hitrates, nodes_missing_value_tracks_true, nodes_modes, nodes_nodeids,
             nodes_treeids, nodes_truenodeids, nodes_values, post_transform}},
        {"ai.onnx.ml.TreeEnsembleClassifier", {3, 5}, 1, 1, 2,
            {base_values, base_values_as_tensor, class_ids, class_nodeids, class_treeids,
             class_weights, class_weights_as_tensor, classlabels_int64s, classlabels_strings,
             nodes_falsenodeids, nodes_featureids, nodes_hitrates, nodes_hitrates_as_tensor,
             nodes_missing_value_tracks_true, nodes_modes, nodes_nodeids, nodes_treeids,
             nodes_truenodeids, nodes_values, nodes_values_as_tensor, post_transform}},
        {"ai.onnx.ml.TreeEnsembleRegressor", {1}, 1, 1, 1,
            {aggregate_function, base_values, n_targets, nodes_falsenodeids, nodes_featureids,
             nodes_hitrates, nodes_missing_value_tracks_true, nodes_modes, nodes_nodeids,
             nodes_treeids, nodes_truenodeids, nodes_values, post_transform, target_ids,
             target_nodeids, target_treeids, target_weights}},
        {"ai.onnx.ml.TreeEnsembleRegressor", {3, 5}, 1, 1, 1,
            {aggregate_function, base_values, base_values_as_tensor, n_targets, nodes_falsenodeids,
             nodes_featureids, nodes_hitrates, nodes_hitrates_as_tensor,
             nodes_missing_value_tracks_true, nodes_modes, nodes_nodeids, nodes_treeids,
             nodes_truenodeids, nodes_values, nodes_values_as_tensor, post_transform, target_ids,
             target_nodeids, target_treeids, target_weights, target_weights_as_tensor}},
        {"ai.onnx.ml.ZipMap", {1}, 1, 1, 1, {classlabels_int64s, classlabels_strings}},
        {"com.microsoft.BiasGelu", {1}, 2, 2, 1, {}},
        {"com.microsoft.DequantizeLinear", {1}, 2, 3, 1, {axis, block_size}},
        {"com.microsoft.FastGelu", {1}, 1, 2, 1, {}},
        {"com.microsoft.FusedConv", {1}, 2, 4, 1,
            {activation, activation_params, auto_pad, dilations, group, kernel_shape, pads,
             strides}},
        {"com.microsoft.FusedMatMul", {1}, 2, 2, 1,
            {alpha, trans_a, trans_b, trans_batch_a, trans_batch_b}},
        {"com.microsoft.Gelu", {1}, 1, 1, 1, {}},
        {"com.microsoft.MatMulNBits", {1}, 3, 6, 1,
            {required(k_inputs), required(n_outputs), accuracy_level, bits, required(block_size)}},
        {"com.microsoft.NhwcMaxPool", {1}, 1, 1, 1,
            {auto_pad, ceil_mode, dilations, required(kernel_shape), pads, strides}},
        {"com.microsoft.QGemm", {1}, 6, 9, 1, {alpha, trans_a, trans_b}},
        {"com.microsoft.QLinearAdd", {1}, 2, 8, 1, {}},
        {"com.microsoft.QLinearAveragePool", {1}, 2, 5, 1,
            {auto_pad, ceil_mode, channels_last, count_include_pad, required(kernel_shape), pads,
             strides}},
        {"com.microsoft.QLinearConcat", {1}, 2, any_number, 1, {required(axis)}},
        {"com.microsoft.QLinearGlobalAveragePool", {1}, 5, 5, 1, {channels_last}},
        {"com.microsoft.QLinearLeakyRelu", {1}, 2, 5, 1, {alpha}},
        {"com.microsoft.QLinearMul", {1}, 2, 8, 1, {}},
        {"com.microsoft.QLinearSigmoid", {1}, 2, 5, 1, {}},
        {"com.microsoft.QLinearSoftmax", {1}, 2, 5, 1, {axis, required(opset)}},
        {"com.microsoft.QuantizeLinear", {1}, 2, 3, 1, {axis, block_size, saturate}},
        {"com.microsoft.SimplifiedLayerNormalization", {1}, 2, 2, 2, {axis, epsilon, stash_type}},
        {"com.microsoft.SkipLayerNormalization", {1}, 3, 5, 4, {epsilon}},
        {"com.microsoft.SkipSimplifiedLayerNormalization", {1}, 3, 4, 4, {epsilon}},
    };
    // clang-format on
    return all;
}

}  // namespace onnx2hpp
