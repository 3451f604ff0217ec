// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

#include <algorithm>

namespace differential {
namespace {

/// Kernel, strides, dilations and pads for so many spatial axes; valid or not, the reference says.
node_draft& set_window(draft& d, node_draft& node, const shape& extents, shape& kernel) {
    const std::size_t rank = extents.size();
    shape strides(rank);
    shape dilations(rank);
    shape pads(2 * rank);
    for (std::size_t i = 0; i < rank; ++i) {
        kernel.push_back(d.random.integer(1, std::min<std::int64_t>(4, extents[i] + 1)));
        strides[i] = d.chance(0.6) ? 1 : d.random.integer(1, 3);
        dilations[i] = d.chance(0.8) ? 1 : d.random.integer(1, 2);
        pads[i] = d.random.integer(0, kernel[i] - 1);
        pads[i + rank] = d.random.integer(0, kernel[i] - 1);
    }
    if (d.chance(0.8)) node.set("strides", strides);
    if (d.chance(0.4)) node.set("dilations", dilations);
    const int padding = int(d.random.integer(0, 5));
    if (padding >= 2 && padding <= 4) node.set("pads", pads);
    if (padding == 0)
        node.set("auto_pad", d.random.pick({"SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET"}));
    return node;
}

/// [N, C, ...] with one to three spatial axes; two for the most part.
std::string take_picture(draft& d, double low = -2, double high = 2) {
    if (!d.is_single()) return d.take(3, 4, low, high);
    const auto rank = std::size_t(d.random.pick({1, 2, 2, 2, 3}));
    shape dims{d.chance(0.8) ? 1 : 2, d.random.integer(1, 6)};
    for (std::size_t i = 0; i < rank; ++i) dims.push_back(d.random.integer(2, rank == 3 ? 5 : 8));
    return d.input(d.random_reals(dims, low, high));
}

shape spatial(const shape& dims) { return {dims.begin() + 2, dims.end()}; }

shape with_kernel(shape lead, const shape& kernel) {
    lead.insert(lead.end(), kernel.begin(), kernel.end());
    return lead;
}

std::int64_t divisor(draft& d, std::int64_t of) {
    const auto candidate = d.random.integer(1, of);
    return of % candidate == 0 ? candidate : d.chance(0.5) ? 1 : of;
}

/// What is added before the activation has the shape of the result.
void add_addend(draft& d, node_draft& node) {
    draft alone = d;
    const shape dims = alone.dims(alone.add(node).at(0));
    while (node.proto.input_size() < 3) node.proto.add_input("");
    node.proto.add_input(d.parameter(d.random_reals(dims, -1, 1), 0.6));
}

void draw_conv(draft& d, const std::string& op) {
    const std::string x = take_picture(d);
    const shape dims = d.dims(x);
    node_draft node(op, {x});
    shape kernel;
    set_window(d, node, spatial(dims), kernel);
    const std::int64_t groups = d.chance(0.6) ? 1 : divisor(d, dims[1]);
    const std::int64_t outputs = groups * d.random.integer(1, groups == 1 ? 8 : 2);
    const std::string w = d.weights(with_kernel({outputs, dims[1] / groups}, kernel), 0);
    node.proto.add_input(w);
    if (d.chance(0.6)) node.proto.add_input(d.bias(outputs, x, w));
    if (groups != 1 || d.chance(0.3)) node.set("group", groups);
    if (d.chance(0.7)) node.set("kernel_shape", kernel);
    if (op == "com.microsoft.FusedConv") {
        const std::string name =
            d.random.pick({"Relu", "Tanh", "Sigmoid", "LeakyRelu", "Clip", "HardSigmoid"});
        node.set("activation", name);
        if (name == "LeakyRelu") node.set("activation_params", std::vector<double>{0.2});
        if (name == "Clip") node.set("activation_params", std::vector<double>{-0.5, 0.75});
        if (name == "HardSigmoid") node.set("activation_params", std::vector<double>{0.25, 0.5});
        if (d.chance(0.3)) add_addend(d, node);
    }
    d.result(node);
}

void draw_conv_transpose(draft& d, const std::string& op) {
    const std::string x = take_picture(d);
    const shape dims = d.dims(x);
    const std::size_t rank = dims.size() - 2;
    node_draft node(op, {x});
    shape kernel;
    set_window(d, node, spatial(dims), kernel);
    const std::int64_t groups = d.chance(0.7) ? 1 : divisor(d, dims[1]);
    const std::int64_t outputs = d.random.integer(1, 4);
    node.proto.add_input(d.weights(with_kernel({dims[1], outputs}, kernel), 1));
    if (d.chance(0.5)) node.proto.add_input(d.parameter(d.random_reals({outputs * groups}, -1, 1)));
    if (groups != 1 || d.chance(0.3)) node.set("group", groups);
    if (d.chance(0.5)) node.set("kernel_shape", kernel);
    if (d.chance(0.2)) node.set("output_padding", shape(rank, 1)).set("strides", shape(rank, 2));
    if (d.chance(0.1)) {
        shape asked = spatial(dims);
        for (std::int64_t& extent : asked) extent += 1;
        node.set("output_shape", asked);
    }
    d.result(node);
}

void draw_deform_conv(draft& d, const std::string& op) {
    const shape dims{1, 2 * d.random.integer(1, 2), d.random.integer(3, 6), d.random.integer(3, 6)};
    const std::string x = d.input(d.random_reals(dims, -2, 2));
    const std::int64_t groups = d.chance(0.7) ? 1 : 2;
    const std::int64_t offset_groups = d.chance(0.7) ? 1 : 2;
    const std::int64_t outputs = groups * d.random.integer(1, 3);
    const shape kernel{d.random.integer(1, 3), d.random.integer(1, 3)};
    const std::int64_t taps = kernel[0] * kernel[1];
    const shape to{dims[2] - kernel[0] + 1, dims[3] - kernel[1] + 1};
    node_draft node(op, {x, d.weights(with_kernel({outputs, dims[1] / groups}, kernel), 0)});
    node.proto.add_input(
        d.parameter(d.random_reals({1, offset_groups * taps * 2, to[0], to[1]}, -1, 1), 0.5));
    if (d.chance(0.6)) node.proto.add_input(d.parameter(d.random_reals({outputs}, -1, 1)));
    if (node.proto.input_size() == 4 && d.chance(0.5))
        node.proto.add_input(
            d.parameter(d.random_reals({1, offset_groups * taps, to[0], to[1]}, 0, 1), 0.5));
    if (groups != 1) node.set("group", groups);
    if (offset_groups != 1) node.set("offset_group", offset_groups);
    if (d.chance(0.5)) node.set("kernel_shape", kernel);
    if (d.chance(0.3)) node.set("pads", shape(4, 0));
    if (d.chance(0.3)) node.set("strides", shape(2, 1));
    if (d.chance(0.3)) node.set("dilations", shape(2, 1));
    d.result(node);
}

void draw_pool(draft& d, const std::string& op) {
    const std::string x = take_picture(d);
    node_draft node(op, {x});
    shape kernel;
    set_window(d, node, spatial(d.dims(x)), kernel);
    node.set("kernel_shape", kernel);
    if (d.chance(0.4)) node.set("ceil_mode", d.chance(0.6));
    if (d.chance(0.4)) node.set("count_include_pad", d.chance(0.6));
    if (d.chance(0.4)) node.set("p", d.random.integer(1, 3));
    if (op != "MaxPool" || !d.is_single() || d.chance(0.7)) {
        d.result(node);
        return;
    }
    if (d.chance(0.4)) node.set("storage_order", d.chance(0.5));
    d.add(node, 2);
}

void draw_nhwc_pool(draft& d, const std::string& op) {
    const shape dims{1, d.random.integer(3, 7), d.random.integer(3, 7), d.random.integer(1, 5)};
    const auto type = d.random.pick({element_type::int8, element_type::uint8});
    node_draft node(op, {d.input(d.random_integers(type, dims, -128, 255))});
    shape kernel;
    set_window(d, node, {dims[1], dims[2]}, kernel);
    node.set("kernel_shape", kernel);
    if (d.chance(0.4)) node.set("ceil_mode", d.chance(0.6));
    d.add(node);
}

void draw_global_pool(draft& d, const std::string& op) {
    node_draft node(op, {take_picture(d)});
    if (d.chance(0.5)) node.set("p", d.random.integer(1, 3));
    d.result(node);
}

void draw_max_unpool(draft& d, const std::string& op) {
    const std::string x = d.input(d.random_reals({1, 2, 4, 6}, -2, 2));
    node_draft pool("MaxPool", {x});
    pool.set("kernel_shape", shape{2, 2}).set("strides", shape{2, 2});
    const auto made = d.add(pool, 2);
    if (made.size() < 2) throw bad_draw("MaxPool without indices");
    const auto places = d.constant(d.value(made[1]));
    node_draft node(op, {made[0], places});
    node.set("kernel_shape", shape{2, 2}).set("strides", shape{2, 2});
    if (d.chance(0.3)) node.proto.add_input(d.list({1, 2, 4, 6}));
    if (d.chance(0.3)) node.set("pads", shape(4, 0));
    d.result(node);
}

void draw_causal_conv(draft& d, const std::string& op) {
    const std::int64_t channels = d.random.integer(1, 5);
    const std::int64_t kernel = d.random.integer(2, 4);
    const shape dims{d.random.integer(1, 2), channels, d.random.integer(1, 6)};
    node_draft node(op,
                    {d.input(d.random_reals(dims, -2, 2)), d.weights({channels, 1, kernel}, 0)});
    if (d.chance(0.7))
        node.proto.add_input(d.chance(0.7) ? d.parameter(d.random_reals({channels}, -1, 1)) : "");
    if (node.proto.input_size() == 3 && d.chance(0.6))
        node.proto.add_input(d.input(d.random_reals({dims[0], channels, kernel - 1}, -1, 1)));
    if (d.chance(0.6)) node.set("activation", d.random.pick({"silu", "swish", "none"}));
    d.add(node, d.chance(0.5) ? 2 : 1);
}

void draw_col2im(draft& d, const std::string& op) {
    const shape image{d.random.integer(3, 6), d.random.integer(3, 6)};
    const shape block{d.random.integer(1, 2), d.random.integer(1, 3)};
    const std::int64_t count = (image[0] - block[0] + 1) * (image[1] - block[1] + 1);
    const shape dims{1, d.random.integer(1, 2) * block[0] * block[1], count};
    node_draft node(op, {d.input(d.random_reals(dims, -2, 2)), d.list(image), d.list(block)});
    if (d.chance(0.4)) node.set("strides", shape{1, 1});
    if (d.chance(0.4)) node.set("dilations", shape{1, 1});
    if (d.chance(0.4)) node.set("pads", shape(4, 0));
    d.result(node);
}

}  // namespace

void add_window_recipes(recipe_map& all) {
    all["Conv"] = {draw_conv, 12};
    all["com.microsoft.FusedConv"] = {draw_conv, 0};
    all["ConvTranspose"] = {draw_conv_transpose, 2};
    all["DeformConv"] = {draw_deform_conv, 0};
    all["CausalConvWithState"] = {draw_causal_conv, 0};
    all["Col2Im"] = {draw_col2im, 0};
    for (const char* op : {"AveragePool", "MaxPool"}) all[op] = {draw_pool, 4};
    all["LpPool"] = {draw_pool, 1};
    for (const char* op : {"GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool"})
        all[op] = {draw_global_pool, 1};
    all["MaxUnpool"] = {draw_max_unpool, 0};
    all["com.microsoft.NhwcMaxPool"] = {draw_nhwc_pool, 0};
}

}  // namespace differential
