// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The result of scale and zero point at inputs i and i + 1, of x's type.
void give_codes(expansion& e, value_id y, std::size_t i, std::int64_t axis = 1) {
    const dtype type = e.has_input(i + 1) ? e.type(e.input(i + 1)) : e.type(e.input(0));
    e.give(0, quantized(e, y, e.input(i), e.input(i + 1), axis, type));
}

/// A bias of int32 in units of two scales' product, along `axis`.
value_id bias_value(expansion& e, value_id bias, value_id a_scale, value_id b_scale) {
    const value_id unit = e.add("Mul", {a_scale, b_scale});
    const bool is_list = element_count(e.dims(unit)) > 1;
    const extents unit_dims = is_list ? extents{element_count(e.dims(unit))} : extents{};
    const value_id scale = reshaped(e, unit, unit_dims);
    return dequantized(e, {bias, scale, absent}, 0);
}

attribute_map without(attribute_map attributes, std::initializer_list<const char*> names) {
    for (const char* name : names) attributes.erase(name);
    return attributes;
}

/// [N, spatial..., C] to [N, C, spatial...], or back.
value_id with_channels(expansion& e, value_id v, bool first) {
    const auto rank = static_cast<std::int64_t>(e.dims(v).size());
    extents perm{0};
    if (first) perm.push_back(rank - 1);
    for (std::int64_t axis = first ? 1 : 2; axis < (first ? rank - 1 : rank); ++axis)
        perm.push_back(axis);
    if (!first) perm.push_back(1);
    return transposed(e, v, perm);
}

/// `op_type` of channels that lie last, where the node says so.
value_id pooled(expansion& e, std::string_view op_type, value_id x, bool is_channels_last) {
    const attribute_map attributes = without(e.at.attributes, {"channels_last"});
    if (!is_channels_last || e.dims(x).size() < 3) return e.add(op_type, {x}, attributes);
    return with_channels(e, e.add(op_type, {with_channels(e, x, true)}, attributes), false);
}

bool has_channels_last(const expansion& e) {
    return integer_attribute(e.at, "channels_last", 0) != 0;
}

/// All elements along the axes from `axis` on.
std::int64_t elements_from(const extents& dims, std::int64_t axis) {
    return element_count(extents(dims.begin() + axis, dims.end()));
}

/// Softmax over all axes from `axis` on, as before version 13.
value_id flat_softmax(expansion& e, value_id x, std::int64_t axis) {
    const extents dims = e.dims(x);
    const std::int64_t rows = element_count(extents(dims.begin(), dims.begin() + axis));
    const value_id matrix = reshaped(e, x, {rows, elements_from(dims, axis)});
    const value_id y = e.add("Softmax", {matrix}, {{"axis", std::int64_t{1}}});
    return reshaped(e, y, dims);
}

bool expand_of_two(expansion& e, std::string_view op_type) {
    const value_id a = dequantized(e, quantized_input(e, 0), 1);
    const value_id b = dequantized(e, quantized_input(e, 3), 1);
    give_codes(e, e.add(op_type, {a, b}), 6);
    return true;
}

bool expand_qlinear_conv(expansion& e) {
    const quantized_value x = quantized_input(e, 0), w = quantized_input(e, 3);
    std::vector<value_id> inputs{dequantized(e, x, 1), dequantized(e, w, 0)};
    if (e.has_input(8)) inputs.push_back(bias_value(e, e.input(8), x.scale, w.scale));
    give_codes(e, e.add("Conv", inputs, e.at.attributes), 6);
    return true;
}

/// Scales of a and of the result lie along rows, those of b along columns.
bool expand_qlinear_matmul(expansion& e) {
    const value_id a = dequantized(e, quantized_input(e, 0), -2);
    const value_id b = dequantized(e, quantized_input(e, 3), -1);
    give_codes(e, e.add("MatMul", {a, b}), 6, -2);
    return true;
}

bool expand_qlinear_add(expansion& e) { return expand_of_two(e, "Add"); }

bool expand_qlinear_mul(expansion& e) { return expand_of_two(e, "Mul"); }

bool expand_qlinear_average_pool(expansion& e) {
    const value_id x = dequantized(e, quantized_input(e, 0), 1);
    give_codes(e, pooled(e, "AveragePool", x, has_channels_last(e)), 3);
    return true;
}

bool expand_qlinear_global_average_pool(expansion& e) {
    const value_id x = dequantized(e, quantized_input(e, 0), 1);
    give_codes(e, pooled(e, "GlobalAveragePool", x, has_channels_last(e)), 3);
    return true;
}

bool expand_nhwc_max_pool(expansion& e) {
    e.give(0, pooled(e, "MaxPool", e.input(0), true));
    return true;
}

/// Scale and zero point of the result come first.
bool expand_qlinear_concat(expansion& e) {
    if (e.at.inputs.size() < 5 || (e.at.inputs.size() - 2) % 3 != 0)
        fail_bad_input(e.at,
                       "its inputs are not codes, scales and zero points behind the first two");
    std::vector<value_id> parts;
    for (std::size_t i = 2; i + 2 < e.at.inputs.size(); i += 3)
        parts.push_back(dequantized(e, quantized_input(e, i), 1));
    const value_id y = e.add("Concat", parts, e.at.attributes);
    e.give(0, quantized(e, y, e.input(0), e.input(1), 1, e.type(e.input(2))));
    return true;
}

bool expand_qlinear_sigmoid(expansion& e) {
    give_codes(e, e.add("Sigmoid", {dequantized(e, quantized_input(e, 0), 1)}), 3);
    return true;
}

bool expand_qlinear_leaky_relu(expansion& e) {
    const value_id x = dequantized(e, quantized_input(e, 0), 1);
    give_codes(e, e.add("LeakyRelu", {x}, e.at.attributes), 3);
    return true;
}

/// `opset` says which version of Softmax is meant.
bool expand_qlinear_softmax(expansion& e) {
    const value_id x = dequantized(e, quantized_input(e, 0), 1);
    const auto rank = static_cast<std::int64_t>(e.dims(x).size());
    std::int64_t axis = integer_attribute(e.at, "axis", -1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) fail_bad_input(e.at, "its axis is none of its input's");
    const bool is_flat = integer_attribute(e.at, "opset", 13) < 13;
    const std::int64_t together =
        is_flat ? elements_from(e.dims(x), axis) : e.dims(x)[std::size_t(axis)];
    if (e.type(e.input(0)) == dtype::u8 && together == 1)
        note(label_of(e.at) + ": one element alone has the share 1; ONNX Runtime says 0");
    give_codes(e, is_flat ? flat_softmax(e, x, axis) : e.add("Softmax", {x}, {{"axis", axis}}), 3);
    return true;
}

/// The bias counts in units of alpha and both scales; without a scale the result is float. Source:
/// ONNX Runtime, ContribOperators.md, QGemm.
bool expand_qgemm(expansion& e) {
    const quantized_value a = quantized_input(e, 0), b = quantized_input(e, 3);
    const bool is_transposed = integer_attribute(e.at, "transB", 0) != 0;
    std::vector<value_id> inputs{dequantized(e, a, 0), dequantized(e, b, is_transposed ? 0 : 1)};
    const auto alpha = static_cast<double>(real_attribute(e.at, "alpha", 1));
    if (e.has_input(6)) {
        const value_id unit =
            alpha == 1 ? a.scale : e.add("Mul", {a.scale, e.number(dtype::f32, alpha)});
        const value_id bias = e.input(6);
        const extents dims = e.dims(bias);
        const bool is_row = dims.size() == 2 && dims[0] == 1 && element_count(e.dims(b.scale)) > 1;
        const value_id row = is_row ? reshaped(e, bias, {dims[1]}) : bias;
        inputs.push_back(bias_value(e, row, unit, b.scale));
    }
    const value_id y = e.add("Gemm", inputs, e.at.attributes);
    if (!e.has_input(7))
        e.give(0, y);
    else
        give_codes(e, y, 7);
    return true;
}

}  // namespace

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
                       .attributes = {text("auto_pad"), flag("ceil_mode"), integers("dilations"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_nhwc_max_pool},
        {.type = "com.microsoft.QGemm",
         .versions = {{.since = {1},
                       .inputs = {6, 9},
                       .attributes = {real("alpha"), flag("transA"), flag("transB")}}},
         .expand = expand_qgemm},
        {.type = "com.microsoft.QLinearAdd",
         .versions = {{.since = {1}, .inputs = {2, 8}}},
         .expand = expand_qlinear_add},
        {.type = "com.microsoft.QLinearAveragePool",
         .versions = {{.since = {1},
                       .inputs = {2, 5},
                       .attributes = {text("auto_pad"), flag("ceil_mode"), flag("channels_last"),
                                      flag("count_include_pad"), required(integers("kernel_shape")),
                                      integers("pads"), integers("strides")}}},
         .expand = expand_qlinear_average_pool},
        {.type = "com.microsoft.QLinearConcat",
         .versions = {{.since = {1},
                       .inputs = {2, any_number},
                       .attributes = {required(integer("axis"))}}},
         .expand = expand_qlinear_concat},
        {.type = "com.microsoft.QLinearGlobalAveragePool",
         .versions = {{.since = {1}, .inputs = {5, 5}, .attributes = {flag("channels_last")}}},
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
