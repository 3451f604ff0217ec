// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/coded_weights.hpp>

#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/model_builder.hpp>
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
    std::int64_t block = 0;
};

/// Extents of what is there once, for each index of an axis, or for each block along it.
extents scale_dims(const quantized_weights& w, std::size_t count) {
    extents dims = w.dims;
    if (w.block != 0) return dims[static_cast<std::size_t>(w.axis)] /= w.block, dims;
    return count == 1 ? extents{} : extents{static_cast<std::int64_t>(count)};
}

value_id dequantize(model_builder& b, const quantized_weights& w) {
    attributes held{{"axis", w.axis}};
    if (w.block != 0) held["block_size"] = w.block;
    return b.node(
        "DequantizeLinear",
        {b.constant(w.dims, w.codes, w.type), b.constant(scale_dims(w, w.scales.size()), w.scales),
         b.constant(scale_dims(w, w.zero_points.size()), w.zero_points, w.type)},
        held, 21);
}

struct coded_layer {
    std::string op_type{};
    extents input{};
    quantized_weights weights{};
    attributes held{};
    bool has_bias = false;
};

/// With a second reader of the weights there is no way but to fold them.
onnx_model build(const coded_layer& from, bool folds) {
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
tensor weights_in(const coded_layer& from) {
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
    const coded_layer conv{"Conv", {1, 3, 4, 4}, {.dims = {2, 3, 2, 2}}, {}, true};
    CHECK(weights_in(conv).type == dtype::i4);
    coded_layer wide = conv;
    wide.weights.codes.assign(24, -100);
    wide.weights.scales = {0.5, 2};
    wide.weights.zero_points = {3, 0};
    CHECK(weights_in(wide).type == dtype::i8);
    const coded_layer depthwise{"Conv",
                                {1, 2, 4, 4},
                                {.dims = {2, 1, 3, 3}, .scales = {2, 3}, .zero_points = {0, 0}},
                                {{"group", std::int64_t{2}}}};
    CHECK(weights_in(depthwise).type == dtype::i4);
    const coded_layer product{"MatMul", {3, 6}, {.dims = {6, 2}, .axis = 1}};
    CHECK(weights_in(product).type == dtype::i4);
    const coded_layer transposed{"Gemm",
                                 {3, 6},
                                 {.dims = {2, 6}, .scales = {2, 3}, .zero_points = {1, 2}},
                                 {{"transB", std::int64_t{1}}, {"alpha", 0.5f}, {"beta", 2.0f}},
                                 true};
    CHECK(weights_in(transposed).type == dtype::i4);
}

TEST_CASE("codes that are not symmetric keep their only zero point") {
    coded_layer product{"MatMul", {3, 4}, {.dims = {4, 2}, .type = dtype::u8}};
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

TEST_CASE("codes of weights that vary have 8 bits") {
    options blob;
    blob.weights = weight_form::blob;
    const auto varying = [&](const coded_layer& from) {
        const lowered_model m = lower(build(from, false), blob);
        return tensor_at(m, m.nodes[0].inputs[1]);
    };
    coded_layer product{"MatMul", {3, 6}, {.dims = {6, 2}, .axis = 1}};
    CHECK(varying(product).type == dtype::i8);
    product.weights.type = dtype::u8;
    for (int k = 0; k < 12; ++k) product.weights.codes.push_back(116 + k);
    product.weights.zero_points = {128};
    CHECK(varying(product).type == dtype::i8);
    product.weights.zero_points = {117};
    CHECK(varying(product).type == dtype::u8);
    CHECK(varying(product).quant == tigris::quantization{1, 117});
}

TEST_CASE("weights become floats where kernels cannot take their codes") {
    coded_layer product{"MatMul", {3, 4}, {.dims = {4, 2}, .scales = {1, 2, 3, 4}}};
    product.weights.zero_points.assign(4, 0);
    CHECK(weights_in(product).type == dtype::f32);
    product.weights = {.dims = {4, 2}, .type = dtype::u8, .scales = {1, 2}, .zero_points = {1, 2}};
    product.weights.codes = {0, 255, 17, 130, 1, 2, 3, 4};
    product.weights.axis = 1;
    CHECK(weights_in(product).type == dtype::f32);
    const coded_layer tiny{
        "MatMul", {3, 1}, {.dims = {1, 2}, .scales = {1, 2}, .zero_points = {0, 0}, .axis = 1}};
    CHECK(weights_in(tiny).type == dtype::f32);
    const coded_layer transposed{"ConvTranspose", {1, 2, 3, 3}, {.dims = {2, 3, 2, 2}}};
    CHECK(lower(build(transposed, false), {}).tensors.back().type == dtype::f32);
}

TEST_CASE("a matrix keeps the codes of blocks along its inputs") {
    coded_layer product{"MatMul", {3, 6}, {.dims = {6, 2}, .scales = {1, 2, 0.5, 4}, .block = 3}};
    product.weights.zero_points = {0, 0, 0, 0};
    CHECK(weights_in(product).type == dtype::i4);
    product.weights.zero_points = {1, 0, 2, -1};
    product.weights.codes.assign(12, 100);
    CHECK(weights_in(product).type == dtype::i8);
    product.weights.type = dtype::u8;
    product.weights.codes = {0, 15, 1, 14, 2, 13, 3, 12, 4, 11, 5, 10};
    product.weights.zero_points = {0, 0, 8, 7};
    CHECK(weights_in(product).type == dtype::u4);
    product.weights.codes[0] = 255;
    CHECK(weights_in(product).type == dtype::u8);
    coded_layer transposed{"Gemm",
                           {3, 6},
                           {.dims = {2, 6}, .scales = {1, 2, 3, 4, 5, 6}, .axis = 1, .block = 2},
                           {{"transB", std::int64_t{1}}, {"alpha", 0.5f}, {"beta", 2.0f}},
                           true};
    transposed.weights.zero_points = {0, -1, 1, 2, -2, 0};
    CHECK(weights_in(transposed).type == dtype::i4);
}

TEST_CASE("scales and zero points of blocks lie as the weights do, output by output") {
    coded_layer product{"MatMul", {3, 6}, {.dims = {6, 2}, .type = dtype::u8, .block = 3}};
    product.weights.codes = {0, 15, 1, 14, 2, 13, 3, 12, 4, 11, 5, 10};
    product.weights.scales = {1, 2, 0.5, 4};
    product.weights.zero_points = {0, 0, 8, 7};
    const lowered_model m = lower(build(product, false), {});
    const std::vector<int>& inputs = m.nodes[0].inputs;
    REQUIRE(inputs.size() == 5);
    const auto numbers = [&](int t) {
        return numbers_of(m.constants[static_cast<std::size_t>(tensor_at(m, t).index)]);
    };
    CHECK(dims_of(tensor_at(m, inputs[3])) == extents{2, 2});
    CHECK(numbers(inputs[3]) == std::vector<double>{1, 0.5, 2, 4});
    CHECK(tensor_at(m, inputs[4]).type == dtype::u8);
    CHECK(numbers(inputs[4]) == std::vector<double>{0, 8, 0, 7});
}

TEST_CASE("blocks that a Transpose brings to a matrix keep their codes") {
    model_builder b;
    const value_id x = b.input({3, 6});
    const value_id weights =
        b.node("DequantizeLinear",
               {b.constant({2, 6}, {1, -2, 3, -4, 5, -6, 7, -8, 1, -3, 5, -7}, dtype::i8),
                b.constant({2, 2}, {1, 2, 0.5, 4}), b.constant({2, 2}, {1, 0, 0, -1}, dtype::i8)},
               {{"axis", std::int64_t{1}}, {"block_size", std::int64_t{3}}}, 21);
    b.output(b.node("MatMul", {x, b.node("Transpose", {weights})}));
    b.output(b.node("Identity", {x}));
    onnx_model m = b.build();
    run_passes(m, {});
    const lowered_model lowered = lower(m, {});
    CHECK(tensor_at(lowered, lowered.nodes[0].inputs[1]).type == dtype::i4);
    const double numbers[2][6]{{0, -3, 2, -8, 10, -12}, {3.5, -4, 0.5, -8, 24, -24}};
    const auto r = results_of(m);
    for (std::size_t i = 0; i < 6; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < 6; ++k) sum += r[1][i / 2 * 6 + k] * numbers[i % 2][k];
        CHECK(r[0][i] == doctest::Approx(sum));
    }
}

TEST_CASE("blocks of anything else become floats") {
    coded_layer product{"MatMul", {3, 6}, {.dims = {6, 4}, .axis = 1, .block = 2}};
    product.weights.scales.assign(12, 2);
    product.weights.zero_points.assign(12, 0);
    CHECK(weights_in(product).type == dtype::f32);
    coded_layer conv{"Conv", {1, 4, 4, 4}, {.dims = {2, 4, 1, 1}, .axis = 1, .block = 2}};
    conv.weights.scales = {1, 2, 3, 4};
    conv.weights.zero_points.assign(4, 0);
    CHECK(weights_in(conv).type == dtype::f32);
    product = {"MatMul", {3, 6}, {.dims = {6, 2}, .type = dtype::i16, .block = 3}};
    product.weights.codes = {0, 300, 17, 30, 1, 2, 3, 4, 5, 6, 7, 8};
    product.weights.scales.assign(4, 1);
    product.weights.zero_points.assign(4, 0);
    CHECK(weights_in(product).type == dtype::f32);
}

TEST_CASE("blocks become floats where a flattened image permutes the rows of a matrix") {
    const auto flattened = [](bool is_coded) {
        model_builder b;
        quantized_weights w{.dims = {8, 2}, .scales = {1, 2, 0.5, 4}, .block = 4};
        w.zero_points = {0, 1, 2, -1};
        for (int k = 0; k < 16; ++k) w.codes.push_back(k - 8);
        std::vector<double> numbers;
        for (std::size_t k = 0; k < 16; ++k) {
            const std::size_t block = k / 8 * 2 + k % 2;
            numbers.push_back((w.codes[k] - w.zero_points[block]) * w.scales[block]);
        }
        const value_id image = b.node("Conv", {b.input({1, 2, 2, 2}), b.constant({2, 2, 1, 1})});
        const value_id matrix = is_coded ? dequantize(b, w) : b.constant({8, 2}, numbers);
        b.output(b.node("MatMul", {b.node("Flatten", {image}), matrix}));
        onnx_model m = b.build();
        run_passes(m, {});
        return m;
    };
    const lowered_model m = lower(flattened(true), {});
    for (const lowered_node& n : m.nodes)
        if (std::holds_alternative<tigris::ops::gemm>(n.op))
            CHECK(tensor_at(m, n.inputs[1]).type == dtype::f32);
    CHECK(results_of(flattened(true)) == results_of(flattened(false)));
}

TEST_CASE("codes in blocks of 32 are a fifth of the floats") {
    coded_layer product{"MatMul", {1, 64}, {.dims = {64, 4}, .block = 32}};
    product.weights.scales.assign(8, 0.5);
    product.weights.zero_points.assign(8, 0);
    const auto bytes_of = [&](bool folds) {
        const lowered_model m = lower(build(product, folds), {});
        std::int64_t bytes = 0;
        for (const tensor& t : m.tensors)
            if (t.kind == tigris::tensor_kind::constant) bytes += tigris::bytes_of(t);
        return bytes;
    };
    CHECK(bytes_of(false) == 64 * 4 / 2 + 8 * 4);
    CHECK(bytes_of(true) >= 64 * 4 * 4);
}

TEST_CASE("headers hold codes: two of 4 bits in a byte, and a scale for each output") {
    const coded_layer conv{
        "Conv", {1, 3, 4, 4}, {.dims = {2, 3, 1, 3}, .scales = {0.5, 2}, .zero_points = {0, 0}}};
    options wanted;
    wanted.name = "small";
    const auto header_of = [&](bool folds) {
        return emit(lower(build(conv, folds), {}), wanted)[0].bytes;
    };
    CHECK(header_of(false).find("Conv_1_weights[9]") != std::string::npos);
    CHECK(header_of(false).find("Conv_1_scales[8]") != std::string::npos);
    CHECK(header_of(true).find("Conv_1_weights[72]") != std::string::npos);
}
