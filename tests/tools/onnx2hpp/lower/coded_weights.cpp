// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/coded_weights.hpp>

#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <support/model_builder.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;
using tigris::tensor;

namespace {

/// A layer of floats behind whose weights stands a DequantizeLinear.
struct quantized_weights {
    extents dims{};
    dtype type = dtype::i8;
    std::vector<double> codes{};
    std::vector<double> scales{0.25};
    std::vector<double> zero_points{0};
    std::int64_t axis = 0;
};

value_id dequantize(model_builder& b, const quantized_weights& w) {
    const auto row = [](const auto& all) {
        return all.size() == 1 ? extents{} : extents{static_cast<std::int64_t>(all.size())};
    };
    return b.node("DequantizeLinear",
                  {b.constant(w.dims, w.codes, w.type), b.constant(row(w.scales), w.scales),
                   b.constant(row(w.zero_points), w.zero_points, w.type)},
                  {{"axis", w.axis}});
}

struct layer {
    std::string op_type{};
    extents input{};
    quantized_weights weights{};
    attributes held{};
    bool has_bias = false;
};

/// With a second reader of the weights there is no way but to fold them.
onnx_model build(const layer& from, bool folds) {
    model_builder b;
    const value_id w = dequantize(b, from.weights);
    std::vector<value_id> inputs{b.input(from.input), w};
    if (from.has_bias) inputs.push_back(b.constant({2}, {0.5, -1}));
    b.output(b.node(from.op_type, inputs, from.held));
    if (folds) b.output(b.node("Relu", {w}));
    onnx_model m = b.build();
    run_passes(m, {});
    return m;
}

/// The weights of the only layer, after a check that it computes what the folded one does.
tensor weights_in(const layer& from) {
    const onnx_model coded = build(from, false), folded = build(from, true);
    const elements results = results_of(coded)[0], expected = results_of(folded)[0];
    REQUIRE(results.size() == expected.size());
    for (std::size_t i = 0; i < results.size(); ++i)
        CHECK(results[i] == doctest::Approx(expected[i]).epsilon(1e-6));
    const lowered_model m = lower(folded, {});
    for (const lowered_node& n : m.nodes)
        if (n.inputs.size() > 1) CHECK(tensor_at(m, n.inputs[1]).type == dtype::f32);
    const lowered_model lowered = lower(coded, {});
    return tensor_at(lowered, lowered.nodes[0].inputs[1]);
}

}  // namespace

TEST_CASE("weights of float layers stay codes") {
    const layer conv{"Conv", {1, 3, 4, 4}, {.dims = {2, 3, 2, 2}}, {}, true};
    CHECK(weights_in(conv).type == dtype::i4);
    layer wide = conv;
    wide.weights.codes.assign(24, -100);
    wide.weights.scales = {0.5, 2};
    wide.weights.zero_points = {3, 0};
    CHECK(weights_in(wide).type == dtype::i8);
    const layer depthwise{"Conv",
                          {1, 2, 4, 4},
                          {.dims = {2, 1, 3, 3}, .scales = {2, 3}, .zero_points = {0, 0}},
                          {{"group", std::int64_t{2}}}};
    CHECK(weights_in(depthwise).type == dtype::i4);
    const layer product{"MatMul", {3, 6}, {.dims = {6, 2}, .axis = 1}};
    CHECK(weights_in(product).type == dtype::i4);
    const layer transposed{"Gemm",
                           {3, 6},
                           {.dims = {2, 6}, .scales = {2, 3}, .zero_points = {1, 2}},
                           {{"transB", std::int64_t{1}}, {"alpha", 0.5f}, {"beta", 2.0f}},
                           true};
    CHECK(weights_in(transposed).type == dtype::i4);
}

TEST_CASE("codes that are not symmetric keep their only zero point") {
    layer product{"MatMul", {3, 4}, {.dims = {4, 2}, .type = dtype::u8}};
    product.weights.codes = {0, 255, 17, 130, 1, 2, 3, 4};
    product.weights.zero_points = {117};
    CHECK(weights_in(product).type == dtype::u8);
    CHECK(weights_in(product).quant == tigris::quantization{1, 117});
    product.weights.type = dtype::i8;
    product.weights.codes = {-128, 127, 17, 30, 1, 2, 3, 4};
    product.weights.zero_points = {-100};
    CHECK(weights_in(product).type == dtype::u8);
    CHECK(weights_in(product).quant == tigris::quantization{1, 28});
    product.weights.codes = {-128, -113, -120, -121, -122, -123, -124, -125};
    product.weights.zero_points = {-128};
    CHECK(weights_in(product).type == dtype::u4);
    CHECK(weights_in(product).quant == tigris::quantization{1, 0});
}

TEST_CASE("weights become floats where kernels cannot take their codes") {
    layer product{"MatMul", {3, 4}, {.dims = {4, 2}, .scales = {1, 2, 3, 4}}};
    product.weights.zero_points.assign(4, 0);
    CHECK(weights_in(product).type == dtype::f32);
    product.weights = {.dims = {4, 2}, .type = dtype::u8, .scales = {1, 2}, .zero_points = {1, 2}};
    product.weights.codes = {0, 255, 17, 130, 1, 2, 3, 4};
    product.weights.axis = 1;
    CHECK(weights_in(product).type == dtype::f32);
    const layer tiny{
        "MatMul", {3, 1}, {.dims = {1, 2}, .scales = {1, 2}, .zero_points = {0, 0}, .axis = 1}};
    CHECK(weights_in(tiny).type == dtype::f32);
    const layer transposed{"ConvTranspose", {1, 2, 3, 3}, {.dims = {2, 3, 2, 2}}};
    CHECK(lower(build(transposed, false), {}).tensors.back().type == dtype::f32);
}

TEST_CASE("headers hold codes: two of 4 bits in a byte, and a scale for each output") {
    const layer conv{
        "Conv", {1, 3, 4, 4}, {.dims = {2, 3, 1, 3}, .scales = {0.5, 2}, .zero_points = {0, 0}}};
    options wanted;
    wanted.name = "small";
    const auto header_of = [&](bool folds) {
        return emit(lower(build(conv, folds), {}), wanted)[0].bytes;
    };
    CHECK(header_of(false).find("Conv_1_weights[9 + 1]") != std::string::npos);
    CHECK(header_of(false).find("Conv_1_scales[8 + 1]") != std::string::npos);
    CHECK(header_of(true).find("Conv_1_weights[72 + 1]") != std::string::npos);
}
