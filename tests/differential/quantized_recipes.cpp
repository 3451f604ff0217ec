// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators on codes.

#include "recipes.hpp"

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

void draw_dequantize(draft& d, const std::string& op) {
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

void draw_dynamic(draft& d, const std::string& op) { d.add({op, {d.take(1, 3)}}, 3); }

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

void draw_conv_integer(draft& d, const std::string& op) {
    const auto type = element_type::uint8;
    const std::int64_t channels = d.random.integer(1, 4);
    const shape kernel = drawn_kernel(d);
    const codes x = drawn(d, type, {1, channels, d.random.integer(3, 6), d.random.integer(3, 6)});
    const codes w =
        weights(d, code_type(d), {d.random.integer(1, 4), channels, kernel[0], kernel[1]}, 0);
    node_draft node(op, {x.values, w.values});
    if (d.chance(0.7)) node.proto.add_input(x.zero);
    if (node.proto.input_size() == 3 && d.chance(0.6)) node.proto.add_input(w.zero);
    if (d.chance(0.2)) node.set("group", 1);
    set_window(d, node, kernel, false);
    d.add(node);
}

void draw_matmul_integer(draft& d, const std::string& op) {
    const std::int64_t k = d.random.integer(1, 6);
    const codes a = drawn(d, code_type(d), {d.random.integer(1, 4), k});
    const codes b = weights(d, code_type(d), {k, d.random.integer(1, 5)}, 1);
    node_draft node(op, {a.values, b.values});
    if (d.chance(0.7)) node.proto.add_input(a.zero);
    if (node.proto.input_size() == 3 && d.chance(0.6)) node.proto.add_input(b.zero);
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
    d.add(node);
}

void draw_qlinear_unary(draft& d, const std::string& op) {
    const auto type = code_type(d);
    node_draft node(op, {});
    add_all(node, drawn(d, type, d.random_shape(1, 4)));
    add_output(d, node, type);
    if (d.chance(0.6)) node.set("alpha", d.random.real(0.05, 0.5));
    d.add(node);
}

void draw_qlinear_softmax(draft& d, const std::string& op) {
    const auto type = code_type(d);
    node_draft node(op, {});
    add_all(node, drawn(d, type, d.random_shape(1, 3)));
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
    all["ConvInteger"] = {draw_conv_integer, 0};
    all["MatMulInteger"] = {draw_matmul_integer, 0};
    all["QLinearConv"] = {draw_qlinear_conv, 0};
    all["QLinearMatMul"] = {draw_qlinear_matmul, 0};
    all["com.microsoft.QGemm"] = {draw_qgemm, 0};
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
