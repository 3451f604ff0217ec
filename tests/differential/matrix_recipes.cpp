// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

namespace differential {
namespace {

void draw_matmul(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const shape dims = d.dims(x);
    const std::int64_t columns = d.random.integer(1, 8);
    if (dims.size() > 2 && d.is_single() && d.chance(0.4)) {  // both depend on the batch
        shape other = dims;
        other[other.size() - 2] = dims.back();
        other.back() = columns;
        if (d.chance(0.3)) other[0] = 1;
        d.result({op, {x, d.also(other)}});
        return;
    }
    if (d.is_single() && d.chance(0.15)) {
        d.result({op, {x, d.also({dims.back()})}});
        return;
    }
    d.result({op, {x, d.weights({dims.back(), columns}, 1)}});
}

void draw_fused_matmul(draft& d, const std::string& op) {
    const std::int64_t m = d.random.integer(1, 5);
    const std::int64_t k = d.random.integer(1, 5);
    const std::int64_t n = d.random.integer(1, 5);
    const std::int64_t batch = d.random.integer(1, 3);
    const bool swaps_a = d.chance(0.4);
    const bool swaps_b = d.chance(0.4);
    node_draft node(
        op, {d.input(d.random_reals(swaps_a ? shape{batch, k, m} : shape{batch, m, k}, -2, 2)),
             d.also(swaps_b ? shape{batch, n, k} : shape{batch, k, n})});
    if (swaps_a || d.chance(0.3)) node.set("transA", swaps_a);
    if (swaps_b || d.chance(0.3)) node.set("transB", swaps_b);
    if (d.chance(0.5)) node.set("alpha", d.random.real(0.3, 2));
    if (d.chance(0.2)) node.set("transBatchA", 0);
    if (d.chance(0.2)) node.set("transBatchB", 0);
    d.result(node);
}

void set_activation(draft& d, node_draft& node) {
    const std::string name =
        d.random.pick({"Celu", "Elu", "HardSigmoid", "LeakyRelu", "Relu", "Selu", "Sigmoid",
                       "Softplus", "Softsign", "Tanh", "ThresholdedRelu"});
    node.set("activation", name);
    const auto parameter = [&](const char* of) {
        if (d.chance(0.6)) node.set(of, d.random.real(0.2, 1.5));
    };
    if (name == "HardSigmoid") parameter("activation_beta");
    if (name == "Selu") parameter("activation_gamma");
    parameter("activation_alpha");
}

void draw_gemm(draft& d, const std::string& op) {
    const std::string x = d.take(2, 2);
    const bool swaps_a = d.is_single() && d.chance(0.3);
    const bool swaps_b = d.chance(0.5);
    const std::int64_t m = d.dims(x)[swaps_a ? 1 : 0];
    const std::int64_t k = d.dims(x)[swaps_a ? 0 : 1];
    const std::int64_t n = d.random.integer(1, 8);
    const std::string w = d.weights(swaps_b ? shape{n, k} : shape{k, n}, swaps_b ? 0 : 1);
    node_draft node(op, {x, w});
    if (d.kind == style::quantized && d.chance(0.7)) {
        node.proto.add_input(d.bias(n, x, w));
    } else if (d.opset < 11 || d.chance(0.7)) {
        const std::vector<shape> biases{{n}, {1, n}, {m, n}, {m, 1}, {}};
        const bool is_old = d.takes(op, "broadcast");
        node.proto.add_input(
            d.parameter(d.random_reals(is_old ? shape{m, n} : d.random.pick(biases), -1, 1)));
        if (is_old && d.chance(0.3)) node.set("broadcast", 1);
    }
    if (swaps_a || d.chance(0.2)) node.set("transA", swaps_a);
    if (swaps_b || d.chance(0.2)) node.set("transB", swaps_b);
    if (d.chance(0.3)) node.set("alpha", d.random.real(0.3, 2));
    if (d.chance(0.3)) node.set("beta", d.random.real(0.3, 2));
    if (op == "com.microsoft.FusedGemm" && d.chance(0.9)) set_activation(d, node);
    d.result(node);
}

void draw_einsum(draft& d, const std::string& op) {
    const std::string equation = d.random.pick(
        {"ij,jk->ik", "ij,jk", "bij,bjk->bik", "ij->ji", "ij->i", "ij->", "i,j->ij",
         "bhqd,bhkd->bhqk", "...ij,...jk->...ik", "ii->i", "ij,ij->ij", "bij,kj->bik"});
    node_draft node(op, {});
    std::map<char, std::int64_t> extents;
    const std::string left = equation.substr(0, equation.find("->"));
    shape dims;
    for (std::size_t i = 0; i <= left.size(); ++i) {
        if (i == left.size() || left[i] == ',') {
            const bool is_first = node.proto.input_size() == 0;
            node.proto.add_input(is_first ? d.input(d.random_reals(dims, -2, 2)) : d.also(dims));
            dims.clear();
            continue;
        }
        const bool is_ellipsis = left[i] == '.';
        if (is_ellipsis) i += 2;
        dims.push_back(
            extents.emplace(is_ellipsis ? '.' : left[i], d.random.integer(1, 4)).first->second);
    }
    d.add(node.set("equation", equation));
}

void draw_det(draft& d, const std::string& op) {
    const std::int64_t n = d.random.integer(1, 4);
    shape dims = d.random_shape(0, 2, 3);
    dims.push_back(n);
    dims.push_back(n);
    d.add({op, {d.input(d.random_reals(dims, -2, 2))}});
}

void draw_matmul_n_bits(draft& d, const std::string& op) {
    const std::int64_t bits = d.random.pick({4, 8});
    const std::int64_t block = 16;
    const std::int64_t inner =
        block * d.random.integer(1, 3) - (d.chance(0.3) ? d.random.integer(1, 12) : 0);
    const std::int64_t columns = d.random.integer(1, 5);
    const std::int64_t blocks = (inner + block - 1) / block;
    const std::string x = d.input(d.random_reals({d.random.integer(1, 3), inner}, -2, 2));
    const auto bytes = [&](const shape& dims) {
        return d.constant(d.random_integers(element_type::uint8, dims, 0, 255));
    };
    node_draft node(op, {x, bytes({columns, blocks, block * bits / 8}),
                         d.constant(d.random_reals({columns * blocks}, 0.01, 0.1))});
    if (d.chance(0.5)) node.proto.add_input(bytes({columns * ((blocks * bits + 7) / 8)}));
    if (node.proto.input_size() == 4 && d.chance(0.3)) {
        node.proto.add_input("");
        node.proto.add_input(d.constant(d.random_reals({columns}, -1, 1)));
    }
    node.set("K", inner).set("N", columns).set("block_size", block);
    if (bits != 4 || d.chance(0.5)) node.set("bits", bits);
    if (d.chance(0.2)) node.set("accuracy_level", 1);
    if (d.chance(0.2)) node.set("weight_prepacked", 0);
    d.add(node);
}

}  // namespace

void add_matrix_recipes(recipe_map& all) {
    all["MatMul"] = {draw_matmul, 5};
    all["Gemm"] = {draw_gemm, 5};
    all["com.microsoft.FusedGemm"] = {draw_gemm, 0};
    all["Einsum"] = {draw_einsum, 0};
    all["Det"] = {draw_det, 0};
    all["com.microsoft.FusedMatMul"] = {draw_fused_matmul, 0};
    all["com.microsoft.MatMulNBits"] = {draw_matmul_n_bits, 0};
}

}  // namespace differential
