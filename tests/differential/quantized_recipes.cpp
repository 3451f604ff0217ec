// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators on codes.

#include "recipes.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace differential {
namespace {

/// Codes with their scale and zero point, as three operands.
struct codes {
    std::string values;
    std::string scale;
    std::string zero;
};

element_type code_type(draft& d) {
    return d.chance(0.6) ? element_type::int8 : element_type::uint8;
}

tensor zero_of(draft& d, element_type type, bool is_symmetric) {
    tensor zero(type, {});
    if (!is_symmetric)
        zero.set(0, d.random.integer(reference::lowest(type) / 2, reference::highest(type) / 2));
    return zero;
}

codes parameters(draft& d, element_type type, const std::string& values, double low = 0.005,
                 double high = 0.05) {
    return {values, d.constant(d.random_reals({}, low, high)),
            d.constant(zero_of(d, type, d.chance(0.3)))};
}

codes drawn(draft& d, element_type type, const shape& dims) {
    const tensor values = d.random_integers(type, dims, -128, 255);
    return parameters(d, type, d.input(values));
}

void add_all(node_draft& node, const codes& c) {
    for (const std::string& name : {c.values, c.scale, c.zero}) node.proto.add_input(name);
}

void add_output(draft& d, node_draft& node, element_type type) {
    const codes c = parameters(d, type, "", 0.01, 0.2);
    node.proto.add_input(c.scale);
    node.proto.add_input(c.zero);
}

/// Some of the zero points at these inputs, which may be absent: they are 0 then.
void leave_out_zero_points(draft& d, node_draft& node, std::initializer_list<int> places) {
    for (const int place : places)
        if (d.chance(0.15)) node.proto.set_input(place, "");
}

element_type type_of_4_bits(draft& d) {
    return d.random.pick({element_type::int4, element_type::uint4});
}

void draw_quantize(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    auto type = code_type(d);
    if (d.opset >= 21 && d.chance(0.3)) type = element_type::int16;
    if (d.opset >= 21 && op == "QuantizeLinear" && d.chance(0.3)) type = type_of_4_bits(d);
    const double unit = reference::bits_of(type) == 4 ? 10 : 1;
    const auto axis = d.random.integer(0, std::int64_t(d.dims(x).size()) - 1);
    const bool per_channel = d.takes(op, "axis") && d.chance(0.3);
    const shape dims = per_channel ? shape{d.dims(x)[std::size_t(axis)]} : shape{};
    node_draft node(op, {x, d.constant(d.random_reals(dims, 0.01 * unit, 0.05 * unit))});
    if (d.chance(0.8)) node.proto.add_input(d.constant(d.random_integers(type, dims, -20, 40)));
    if (per_channel) node.set("axis", axis);
    if (d.chance(0.2)) node.set("saturate", 1);
    if (d.chance(0.2)) node.set("block_size", 0);
    if (d.chance(0.2) && node.proto.input_size() == 3) node.set("output_dtype", std::int64_t(type));
    if (d.chance(0.2)) node.set("precision", 1);
    d.add(node);
}

/// Weights in blocks, of which the last may be shorter, and a layer that reads them.
void draw_weights_in_blocks(draft& d, const std::string& op) {
    const auto type = d.random.pick(
        {element_type::int8, element_type::uint8, element_type::int4, element_type::uint4});
    const shape dims{d.random.integer(1, 20), d.random.integer(1, 6)};
    const auto axis = d.random.integer(0, 1), block = d.random.integer(1, 8);
    shape blocks = dims;
    std::int64_t& count = blocks[std::size_t(axis)];
    count = (count + block - 1) / block;
    node_draft node(op, {d.constant(d.random_integers(type, dims, -128, 255)),
                         d.constant(d.random_reals(blocks, 0.01, 0.05))});
    if (d.chance(0.5)) node.proto.add_input(d.constant(d.random_integers(type, blocks, -20, 40)));
    node.set("axis", axis).set("block_size", block);
    std::string weights = d.add(node)[0];
    if (d.chance(0.4)) weights = d.add({"Transpose", {weights}})[0];
    const std::int64_t inputs = d.dims(weights)[0];
    d.add({"MatMul", {d.input(d.random_reals({d.random.integer(1, 3), inputs}, -2, 2)), weights}});
}

void draw_dequantize(draft& d, const std::string& op) {
    if (d.opset >= 21 && d.is_single() && op == "DequantizeLinear" && d.chance(0.2))
        return draw_weights_in_blocks(d, op);
    auto type = d.random.pick({element_type::int8, element_type::uint8, element_type::int32});
    if (d.opset >= 21 && d.is_single() && op == "DequantizeLinear" && d.chance(0.3))
        type = type_of_4_bits(d);
    const std::string x = d.take_integers(type, 1, 4, -128, 255);
    const auto axis = d.random.integer(0, std::int64_t(d.dims(x).size()) - 1);
    const bool per_channel = d.takes(op, "axis") && d.chance(0.3);
    const shape dims = per_channel ? shape{d.dims(x)[std::size_t(axis)]} : shape{};
    node_draft node(op, {x, d.constant(d.random_reals(dims, 0.01, 0.05))});
    if (type != element_type::int32 && d.chance(0.8))
        node.proto.add_input(d.constant(d.random_integers(type, dims, -20, 40)));
    if (per_channel) node.set("axis", axis);
    if (d.chance(0.2)) node.set("output_dtype", 1);
    if (d.chance(0.2)) node.set("block_size", 0);
    d.add(node);
}

/// Values on both sides of 0, on one, or all 0.
void draw_dynamic(draft& d, const std::string& op) {
    const auto [low, high] = d.random.pick<std::pair<double, double>>(
        {{-2, 2}, {-2, 2}, {0.5, 3}, {-3, -0.5}, {0, 0}, {1e-30, 2e-30}, {-9e3, 9e3}});
    d.add({op, {d.input(d.random_reals(d.random_shape(1, 4), low, high))}}, 3);
}

void set_window(draft& d, node_draft& node, const shape& kernel, bool is_pool) {
    if (d.chance(0.7)) node.set("strides", shape{d.random.integer(1, 2), d.random.integer(1, 2)});
    if (!is_pool && d.chance(0.3)) node.set("dilations", shape{1, 1});
    const int padding = int(d.random.integer(0, 3));
    if (padding == 0) node.set("auto_pad", d.random.pick({"SAME_UPPER", "SAME_LOWER", "VALID"}));
    if (padding == 1)
        node.set("pads",
                 shape{kernel[0] - 1, kernel[1] - 1, 0, d.random.integer(0, kernel[1] - 1)});
    if (is_pool || d.chance(0.6)) node.set("kernel_shape", kernel);
}

shape drawn_kernel(draft& d) { return {d.random.integer(1, 3), d.random.integer(1, 3)}; }

/// Zero points of weights are 0 for the most part, as they are in models.
codes weights(draft& d, element_type type, const shape& dims, std::size_t channel_axis) {
    const bool per_channel = d.chance(0.5);
    const shape scale_dims = per_channel ? shape{dims[channel_axis]} : shape{};
    return {d.constant(d.random_integers(type, dims, -127, 255)),
            d.constant(d.random_reals(scale_dims, 0.002, 0.02)),
            d.constant(d.random_integers(type, scale_dims, 0, d.chance(0.8) ? 0 : 20))};
}

void draw_qlinear_conv(draft& d, const std::string& op) {
    const auto type = code_type(d);
    const std::int64_t channels = d.random.integer(1, 6);
    const shape dims{1, channels, d.random.integer(3, 7), d.random.integer(3, 7)};
    const std::int64_t groups = d.chance(0.7) ? 1 : channels;
    const std::int64_t outputs = groups * d.random.integer(1, groups == 1 ? 6 : 2);
    const shape kernel = drawn_kernel(d);
    node_draft node(op, {});
    add_all(node, drawn(d, type, dims));
    add_all(node, weights(d, d.chance(0.7) ? element_type::int8 : type,
                          {outputs, channels / groups, kernel[0], kernel[1]}, 0));
    add_output(d, node, type);
    if (d.chance(0.6))
        node.proto.add_input(
            d.constant(d.random_integers(element_type::int32, {outputs}, -900, 900)));
    if (groups != 1) node.set("group", groups);
    set_window(d, node, kernel, false);
    d.add(node);
}

element_type byte_type(draft& d) {
    return d.random.pick({element_type::uint8, element_type::int8});
}

/// Codes whose weights have zeros in one place or another.
tensor weight_codes(draft& d, const shape& dims) {
    const std::int64_t most = d.random.pick({3, 20, 127, 255});
    return d.random_integers(byte_type(d), dims, -double(most), double(most));
}

/// Zero points: one for all, or one for each of `channels`.
tensor zeros_of_weights(draft& d, element_type type, std::int64_t channels, double per_channel) {
    const shape dims = d.chance(per_channel) ? shape{channels} : shape{};
    return d.random_integers(type, dims, d.chance(0.5) ? 0 : -20, d.chance(0.5) ? 0 : 40);
}

void set_windows_of_integers(draft& d, node_draft& node, const shape& extents,
                             const shape& kernel) {
    const std::size_t rank = kernel.size();
    shape strides, dilations, pads(2 * rank);
    for (std::size_t i = 0; i < rank; ++i) {
        strides.push_back(d.random.integer(1, 3));
        dilations.push_back(kernel[i] * 2 - 1 <= extents[i] ? d.random.integer(1, 2) : 1);
        pads[i] = d.random.integer(0, 2), pads[i + rank] = d.random.integer(0, 2);
    }
    if (d.chance(0.6)) node.set("strides", strides);
    if (d.chance(0.4)) node.set("dilations", dilations);
    if (d.chance(0.3))
        node.set("auto_pad", d.random.pick({"SAME_UPPER", "SAME_LOWER", "VALID"}));
    else if (d.chance(0.6))
        node.set("pads", pads);
    if (d.chance(0.6)) node.set("kernel_shape", kernel);
}

/// A window over the spatial axes of `dims`; gives the shape of its weights.
shape set_integer_conv(draft& d, node_draft& node, const shape& dims) {
    const std::int64_t channels = dims[1];
    const std::int64_t groups = d.chance(0.6) ? 1 : channels;
    const std::int64_t outputs = groups * d.random.integer(1, groups == 1 ? 5 : 2);
    const shape extents{dims.begin() + 2, dims.end()};
    shape kernel;
    for (const std::int64_t extent : extents)
        kernel.push_back(d.random.integer(1, std::min<std::int64_t>(3, extent)));
    if (groups != 1 || d.chance(0.2)) node.set("group", groups);
    set_windows_of_integers(d, node, extents, kernel);
    shape weights{outputs, channels / groups};
    weights.insert(weights.end(), kernel.begin(), kernel.end());
    return weights;
}

/// Weights and zero points of a node whose operand 0 is there already.
void add_integer_weights(draft& d, node_draft& node, const std::string& zero, const shape& dims,
                         std::size_t channel_axis, double per_channel = 0.5) {
    const tensor codes = weight_codes(d, dims);
    node.proto.add_input(d.constant(codes));
    if (zero.empty()) return;
    node.proto.add_input(zero);
    if (d.chance(0.6))
        node.proto.add_input(
            d.constant(zeros_of_weights(d, codes.type, dims[channel_axis], per_channel)));
}

shape integer_picture(draft& d) {
    shape dims{d.chance(0.8) ? 1 : 2, d.random.integer(1, 4)};
    const auto rank = std::size_t(d.random.pick({1, 2, 2, 2, 3}));
    for (std::size_t i = 0; i < rank; ++i) dims.push_back(d.random.integer(2, 6));
    return dims;
}

/// What makes numbers of sums as quantize_dynamic writes it: by the scale of the data, the scales
/// of the weights, and with a bias.
void add_rescaling(draft& d, const std::string& sums, const std::string& scale,
                   const shape& by_channel) {
    const std::string cast = d.add(node_draft("Cast", {sums}).set("to", 1)).at(0);
    const shape dims = d.chance(0.5) ? shape{} : by_channel;
    const std::string scales = d.constant(d.random_reals(dims, 0.002, 0.02));
    const std::string product = d.add({"Mul", {scale, scales}}).at(0);
    const bool swaps = d.chance(0.3);
    std::string y = d.add({"Mul", {swaps ? product : cast, swaps ? cast : product}}).at(0);
    if (d.chance(0.6)) y = d.add({"Add", {y, d.constant(d.random_reals(by_channel, -1, 1))}}).at(0);
    if (d.chance(0.4)) d.add({"Relu", {y}});
}

/// A layer with a scale at run time.
void draw_dynamic_layer(draft& d, const std::string& op) {
    const bool is_conv = op == "ConvInteger";
    if (d.kind == style::quantized) throw bad_draw("scales of both kinds");
    const std::string x = is_conv ? d.take(3, 4) : d.take(1, 4);
    const shape dims = d.dims(x);
    const auto codes = d.add({"DynamicQuantizeLinear", {x}}, 3);
    node_draft node(op, {codes.at(0)});
    const std::int64_t columns = d.random.integer(1, 9);
    const shape weights = is_conv ? set_integer_conv(d, node, dims) : shape{dims.back(), columns};
    add_integer_weights(d, node, d.chance(0.9) ? codes.at(2) : "", weights, is_conv ? 0 : 1);
    const std::string sums = d.add(node).at(0);
    shape by_channel{weights[is_conv ? 0 : 1]};
    if (is_conv) by_channel.resize(dims.size() - 1, 1);
    add_rescaling(d, sums, codes.at(1), by_channel);
}

void draw_conv_integer(draft& d, const std::string& op) {
    if (!d.is_single()) return draw_dynamic_layer(d, op);
    const shape dims = integer_picture(d);
    const codes x = drawn(d, byte_type(d), dims);
    node_draft node(op, {x.values});
    const shape weights = set_integer_conv(d, node, dims);
    add_integer_weights(d, node, d.chance(0.7) ? x.zero : "", weights, 0);
    d.add(node);
}

/// Of vectors, matrices, and stacks of these, which broadcast.
void draw_matmul_integer(draft& d, const std::string& op) {
    if (!d.is_single()) return draw_dynamic_layer(d, op);
    shape a = d.random_shape(1, 4, 5);
    shape b{a.back(), d.random.integer(1, 5)};
    if (a.size() > 2 && d.chance(0.4)) {
        for (std::size_t i = a.size() - 2; i-- > 0;) b.insert(b.begin(), d.chance(0.3) ? 1 : a[i]);
        if (d.chance(0.2)) a[0] = 1;
    } else if (d.chance(0.15)) {
        b.pop_back();
    }
    codes x = drawn(d, byte_type(d), a);
    if (a.size() == 2 && d.chance(0.3))  // one for each row
        x.zero = d.constant(d.random_integers(d.value(x.values).type, {a[0]}, 0, 40));
    const tensor weights = weight_codes(d, b);
    node_draft node(op, {x.values, d.parameter(weights, 0.3)});
    if (d.chance(0.7)) node.proto.add_input(x.zero);
    if (node.proto.input_size() == 3 && d.chance(0.6))
        node.proto.add_input(
            d.constant(zeros_of_weights(d, weights.type, b.back(), b.size() == 2 ? 0.5 : 0)));
    d.add(node);
}

/// Scales and zero points of a matrix: one, or one for each column.
struct matrix_numbers {
    std::string scale, zero;
};

matrix_numbers numbers_of_matrix(draft& d, element_type type, std::int64_t columns) {
    const bool by_column = d.chance(0.5);
    const shape of_scale = by_column ? shape{columns} : shape{};
    return {d.constant(d.random_reals(of_scale, 0.002, 0.02)),
            d.constant(zeros_of_weights(d, type, columns, by_column ? 1 : 0))};
}

/// Inputs that may be absent, and behind them a bias.
void add_zeros_and_bias(draft& d, node_draft& node, const std::vector<std::string>& zeros,
                        std::int64_t columns) {
    for (const std::string& zero : zeros) node.proto.add_input(d.chance(0.7) ? zero : "");
    if (d.chance(0.5)) node.proto.add_input(d.constant(d.random_reals({columns}, -1, 1)));
    while (node.proto.input(node.proto.input_size() - 1).empty())
        node.proto.mutable_input()->RemoveLast();
}

/// com.microsoft: a product of floats, quantized at run time, and codes.
void draw_dynamic_matmul(draft& d, const std::string& op) {
    if (d.kind == style::quantized) throw bad_draw("scales of both kinds");
    const std::string x = d.take(2, 4);
    const std::int64_t columns = d.random.integer(1, 6);
    const tensor weights = weight_codes(d, {d.dims(x).back(), columns});
    const matrix_numbers of = numbers_of_matrix(d, weights.type, columns);
    node_draft node(op, {x, d.constant(weights), of.scale});
    add_zeros_and_bias(d, node, {of.zero}, columns);
    d.add(node);
}

/// com.microsoft: a product of codes that becomes floats at once.
void draw_matmul_to_float(draft& d, const std::string& op) {
    const shape dims = d.random_shape(2, 4, 5);
    const codes a = drawn(d, byte_type(d), dims);
    const std::int64_t columns = d.random.integer(1, 6);
    const tensor weights = weight_codes(d, {dims.back(), columns});
    const matrix_numbers of = numbers_of_matrix(d, weights.type, columns);
    const std::string scale = d.constant(d.random_reals({}, 0.002, 0.02));
    node_draft node(op, {a.values, d.parameter(weights, 0.3), scale, of.scale});
    add_zeros_and_bias(d, node, {a.zero, of.zero}, columns);
    d.add(node);
}

void draw_qlinear_matmul(draft& d, const std::string& op) {
    const auto type = code_type(d);
    const std::int64_t k = d.random.integer(1, 6);
    node_draft node(op, {});
    add_all(node, drawn(d, type, {d.random.integer(1, 4), k}));
    add_all(node, weights(d, type, {k, d.random.integer(1, 5)}, 1));
    add_output(d, node, type);
    d.add(node);
}

void draw_qgemm(draft& d, const std::string& op) {
    const auto type = code_type(d);
    const std::int64_t k = d.random.integer(1, 6);
    const std::int64_t n = d.random.integer(1, 5);
    const bool is_transposed = d.chance(0.6);
    node_draft node(op, {});
    add_all(node, drawn(d, type, {d.random.integer(1, 4), k}));
    add_all(node,
            weights(d, type, is_transposed ? shape{n, k} : shape{k, n}, is_transposed ? 0 : 1));
    const bool has_bias = d.chance(0.7);
    node.proto.add_input(
        has_bias ? d.constant(d.random_integers(element_type::int32, {n}, -900, 900)) : "");
    if (d.chance(0.8)) add_output(d, node, type);
    if (is_transposed || d.chance(0.3)) node.set("transB", is_transposed);
    if (d.chance(0.2)) node.set("transA", 0);
    if (d.chance(0.3)) node.set("alpha", 1.0);
    d.add(node);
}

void draw_qlinear_binary(draft& d, const std::string& op) {
    const auto type = code_type(d);
    shape dims = d.random_shape(1, 4);
    node_draft node(op, {});
    add_all(node, drawn(d, type, dims));
    if (d.chance(0.3)) dims = {dims.back()};
    const tensor other = d.random_integers(type, dims, -128, 255);
    add_all(node, parameters(d, type, d.parameter(other, 0.6)));
    add_output(d, node, type);
    leave_out_zero_points(d, node, {2, 5, 7});
    d.add(node);
}

void draw_qlinear_unary(draft& d, const std::string& op) {
    const auto type = code_type(d);
    node_draft node(op, {});
    add_all(node, drawn(d, type, d.random_shape(1, 4)));
    add_output(d, node, type);
    leave_out_zero_points(d, node, {2, 4});
    if (d.chance(0.6)) node.set("alpha", d.random.real(0.05, 0.5));
    d.add(node);
}

void draw_qlinear_softmax(draft& d, const std::string& op) {
    const auto type = code_type(d);
    node_draft node(op, {});
    add_all(node, drawn(d, type, d.random_shape(1, 3)));
    leave_out_zero_points(d, node, {2});
    node.proto.add_input(d.constant(reference::reals({}, {1.0 / 256})));
    node.proto.add_input(d.constant(reference::integers({}, {reference::lowest(type)}, type)));
    node.set("opset", 13);
    if (d.chance(0.5)) node.set("axis", -1);
    d.add(node);
}

void draw_qlinear_pool(draft& d, const std::string& op) {
    const auto type = code_type(d);
    const bool is_last = d.chance(0.4);
    const std::int64_t channels = d.random.integer(1, 5);
    const std::int64_t height = d.random.integer(3, 6);
    const std::int64_t width = d.random.integer(3, 6);
    node_draft node(op, {});
    add_all(node,
            drawn(d, type,
                  is_last ? shape{1, height, width, channels} : shape{1, channels, height, width}));
    add_output(d, node, type);
    if (is_last || d.chance(0.3)) node.set("channels_last", is_last);
    if (op == "com.microsoft.QLinearAveragePool") {
        leave_out_zero_points(d, node, {2, 4});
        set_window(d, node, drawn_kernel(d), true);
        if (d.chance(0.3)) node.set("ceil_mode", d.chance(0.5));
        if (d.chance(0.3)) node.set("count_include_pad", d.chance(0.5));
    }
    d.add(node);
}

void draw_qlinear_concat(draft& d, const std::string& op) {
    const auto type = code_type(d);
    shape dims = d.random_shape(2, 4);
    const auto axis = d.random.integer(0, std::int64_t(dims.size()) - 1);
    node_draft node(op, {});
    add_output(d, node, type);
    const auto count = d.random.integer(1, 3);
    for (std::int64_t i = 0; i < count; ++i) {
        dims[std::size_t(axis)] = d.random.integer(1, 4);
        add_all(node, drawn(d, type, dims));
    }
    d.add(node.set("axis", axis));
}

}  // namespace

void add_quantized_recipes(recipe_map& all) {
    for (const char* op : {"QuantizeLinear", "com.microsoft.QuantizeLinear"})
        all[op] = {draw_quantize, 0};
    for (const char* op : {"DequantizeLinear", "com.microsoft.DequantizeLinear"})
        all[op] = {draw_dequantize, 0};
    all["DynamicQuantizeLinear"] = {draw_dynamic, 0};
    all["ConvInteger"] = {draw_conv_integer, 1};
    all["MatMulInteger"] = {draw_matmul_integer, 1};
    all["QLinearConv"] = {draw_qlinear_conv, 0};
    all["QLinearMatMul"] = {draw_qlinear_matmul, 0};
    all["com.microsoft.QGemm"] = {draw_qgemm, 0};
    all["com.microsoft.DynamicQuantizeMatMul"] = {draw_dynamic_matmul, 1};
    all["com.microsoft.MatMulIntegerToFloat"] = {draw_matmul_to_float, 0};
    for (const char* op : {"com.microsoft.QLinearAdd", "com.microsoft.QLinearMul"})
        all[op] = {draw_qlinear_binary, 0};
    for (const char* op : {"com.microsoft.QLinearLeakyRelu", "com.microsoft.QLinearSigmoid"})
        all[op] = {draw_qlinear_unary, 0};
    all["com.microsoft.QLinearSoftmax"] = {draw_qlinear_softmax, 0};
    for (const char* op :
         {"com.microsoft.QLinearAveragePool", "com.microsoft.QLinearGlobalAveragePool"})
        all[op] = {draw_qlinear_pool, 0};
    all["com.microsoft.QLinearConcat"] = {draw_qlinear_concat, 0};
}

}  // namespace differential
