// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

namespace differential {
namespace {

std::string factors(draft& d, const shape& dims) {
    return d.parameter(d.random_reals(dims, 0.5, 1.5));
}
std::string biases(draft& d, const shape& dims) { return d.parameter(d.random_reals(dims, -1, 1)); }

void set_epsilon(draft& d, node_draft& node) {
    if (d.chance(0.6)) node.set("epsilon", d.random.real(1e-4, 1e-2));
}

void draw_batch_norm(draft& d, const std::string& op) {
    const std::string x = d.take(2, 5);
    const shape channels{d.dims(x)[1]};
    node_draft node(op, {x, factors(d, channels), biases(d, channels), biases(d, channels),
                         factors(d, channels)});
    set_epsilon(d, node);
    if (d.opset < 7) node.set("is_test", 1);
    if (d.chance(0.3)) node.set("momentum", d.random.real(0.5, 1));
    if (d.chance(0.3)) node.set("spatial", 1);
    if (d.chance(0.3)) node.set("training_mode", 0);
    d.result(node);
}

void draw_instance_norm(draft& d, const std::string& op) {
    const std::string x = d.take(3, 5);
    const shape channels{d.dims(x)[1]};
    node_draft node(op, {x, factors(d, channels), biases(d, channels)});
    set_epsilon(d, node);
    d.result(node);
}

void draw_group_norm(draft& d, const std::string& op) {
    const std::int64_t groups = d.random.integer(1, 3);
    const std::int64_t channels = groups * d.random.integer(1, 3);
    const shape dims{1, channels, d.random.integer(1, 5), d.random.integer(1, 5)};
    const shape each{d.opset >= 21 ? channels : groups};
    node_draft node(op, {d.input(d.random_reals(dims, -2, 2)), factors(d, each), biases(d, each)});
    node.set("num_groups", groups);
    set_epsilon(d, node);
    if (d.chance(0.3)) node.set("stash_type", 1);
    d.result(node);
}

/// Over the axes from a drawn one on.
void draw_layer_norm(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const shape dims = d.dims(x);
    const auto rank = std::int64_t(dims.size());
    const std::int64_t axis = d.chance(0.6) ? rank - 1 : d.random.integer(0, rank - 1);
    const shape tail(dims.begin() + axis, dims.end());
    node_draft node(op, {x, factors(d, tail)});
    if (d.chance(0.7)) node.proto.add_input(biases(d, tail));
    if (op != "LayerNormalization" && node.proto.input_size() == 3)
        node.proto.mutable_input()->RemoveLast();
    if (axis != rank - 1 || d.chance(0.5)) node.set("axis", d.chance(0.5) ? axis : axis - rank);
    set_epsilon(d, node);
    if (d.chance(0.3)) node.set("stash_type", 1);
    d.result(node);
}

void draw_skip_layer_norm(draft& d, const std::string& op) {
    const shape dims{d.random.integer(1, 2), d.random.integer(1, 4), d.random.integer(2, 6)};
    const std::string x = d.input(d.random_reals(dims, -2, 2));
    node_draft node(op, {x, d.also(dims), factors(d, {dims[2]})});
    if (d.chance(0.7)) node.proto.add_input(biases(d, {dims[2]}));
    if (node.proto.input_size() == 4 && d.chance(0.5)) node.proto.add_input(biases(d, {dims[2]}));
    set_epsilon(d, node);
    d.add(node);
}

void draw_skip_simplified(draft& d, const std::string& op) {
    const shape dims{d.random.integer(1, 2), d.random.integer(1, 4), d.random.integer(2, 6)};
    const std::string x = d.input(d.random_reals(dims, -2, 2));
    node_draft node(op, {x, d.also(dims), factors(d, {dims[2]})});
    if (d.chance(0.5)) node.proto.add_input(biases(d, {dims[2]}));
    set_epsilon(d, node);
    d.add(node);
}

void draw_lrn(draft& d, const std::string& op) {
    node_draft node(op, {d.take(4, 4)});
    node.set("size", d.random.integer(1, 5));
    if (d.chance(0.6)) node.set("alpha", d.random.real(0.001, 0.1));
    if (d.chance(0.6)) node.set("beta", d.random.real(0.4, 1));
    if (d.chance(0.6)) node.set("bias", d.random.real(0.5, 2));
    d.result(node);
}

void draw_lp_norm(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    node_draft node(op, {x});
    const auto rank = std::int64_t(d.dims(x).size());
    if (d.chance(0.6)) node.set("axis", d.random.integer(-rank, rank - 1));
    if (d.chance(0.6)) node.set("p", d.random.integer(1, 2));
    d.result(node);
}

void draw_mean_variance(draft& d, const std::string& op) {
    const std::string x =
        d.input(d.random_reals({d.random.integer(1, 3), d.random.integer(2, 4), 3, 5}, -2, 2));
    node_draft node(op, {x});
    if (d.chance(0.6)) node.set("axes", d.random.pick(std::vector<shape>{{0, 2, 3}, {1}, {2, 3}}));
    d.result(node);
}

void draw_softmax(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    node_draft node(op, {x});
    const auto rank = std::int64_t(d.dims(x).size());
    const std::int64_t low = d.opset >= 11 ? -rank : 0;
    if (rank < 2 || d.chance(0.7)) node.set("axis", d.random.integer(low, rank - 1));
    d.result(node);
}

}  // namespace

void add_normalization_recipes(recipe_map& all) {
    all["BatchNormalization"] = {draw_batch_norm, 3};
    all["InstanceNormalization"] = {draw_instance_norm, 1};
    all["GroupNormalization"] = {draw_group_norm, 0};
    all["LayerNormalization"] = {draw_layer_norm, 2};
    all["RMSNormalization"] = {draw_layer_norm, 1};
    all["com.microsoft.SkipLayerNormalization"] = {draw_skip_layer_norm, 0};
    for (const char* op :
         {"SimplifiedLayerNormalization", "com.microsoft.SimplifiedLayerNormalization"})
        all[op] = {draw_layer_norm, 0};
    all["com.microsoft.SkipSimplifiedLayerNormalization"] = {draw_skip_simplified, 0};
    all["LRN"] = {draw_lrn, 1};
    all["LpNormalization"] = {draw_lp_norm, 1};
    all["MeanVarianceNormalization"] = {draw_mean_variance, 0};
    all["Softmax"] = {draw_softmax, 2};
    for (const char* op : {"LogSoftmax", "Hardmax"}) all[op] = {draw_softmax, 0};
}

}  // namespace differential
