// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/quantize_kept_codes.hpp>

#include <onnx2hpp/passes/fold_qdq.hpp>
#include <onnx2hpp/passes/note_quantization.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

const attributes window{{"kernel_shape", extents{2, 2}}};

/// Codes as real numbers.
value_id real_input(model_builder& b, dtype type = dtype::i8) {
    const std::int32_t zero_point = type == dtype::i16 ? 0 : 3;
    return b.dequantize(b.input({1, 2, 4, 4}, type), 0.5f, zero_point, type);
}

onnx_model folded_kept(model_builder b) {
    onnx_model m = b.build();
    fold_qdq(m);
    return m;
}

/// What this part does alone.
onnx_model with_kept_codes(model_builder b) {
    onnx_model m = b.build();
    rewriter r(m);
    note_quantization(r);
    quantize_kept_codes(r);
    r.finish();
    return m;
}

}  // namespace

TEST_CASE("moves and selections between codes and floats are integer operators") {
    model_builder b;
    const value_id pooled = b.node("MaxPool", {real_input(b)}, window);
    const value_id y = b.node("Flatten", {pooled});
    b.output(y);
    const onnx_model m = folded_kept(b);
    REQUIRE(op_types(m) == names{"MaxPool", "Flatten", "DequantizeLinear"});
    CHECK(m.outputs[0] == y);
    CHECK(m.nodes[2].outputs[0] == y);
    const value& codes = value_of(m, m.nodes[1].outputs[0]);
    CHECK(codes.type == dtype::i8);
    CHECK(codes.quant.scale == std::vector<float>{0.5f});
    CHECK(codes.quant.zero_point == std::vector<std::int32_t>{3});
}

TEST_CASE("a layer behind a Flatten without a scale computes in integers") {
    model_builder b;
    const value_id flat = b.node("Flatten", {real_input(b)});
    const value_id weights = b.dequantize(b.constant({32, 4}, {}, dtype::i8), 0.25f, 0);
    b.output(b.quantize(b.node("Gemm", {flat, weights}), 2, 0));
    const onnx_model m = folded_kept(b);
    CHECK(op_types(m) == names{"Flatten", "Gemm"});
    CHECK(value_of(m, m.nodes[1].inputs[0]).type == dtype::i8);
}

TEST_CASE("one result may be read as codes of another scale and as floats") {
    model_builder b;
    const value_id flat = b.node("Flatten", {real_input(b)});
    b.output(b.quantize(flat, 0.25f, 0));
    b.output(b.node("Relu", {flat}));
    CHECK(op_types(folded_kept(b)) == names{"Flatten", "Identity", "DequantizeLinear", "Relu"});
}

TEST_CASE("what would not be exact stays in floats") {
    model_builder b;
    SUBCASE("an average") { b.output(b.node("AveragePool", {real_input(b)}, window)); }
    SUBCASE("a sum") {
        const value_id x = real_input(b);
        b.output(b.node("Add", {x, x}));
    }
    SUBCASE("a border between two codes") {
        const value_id pads = b.constant({8}, {0, 0, 1, 1, 0, 0, 1, 1}, dtype::i64);
        b.output(b.node("Pad", {real_input(b), pads, b.constant({}, {0.3})}));
    }
    SUBCASE("what another activation limits") {
        b.output(b.node("MaxPool", {real_input(b)}, window));
        b.model.nodes.back().clamp = {0, 1};
    }
    CHECK(op_types(with_kept_codes(b)) == op_types(b.build()));
}

TEST_CASE("a result that is quantized already keeps its own scale") {
    model_builder b;
    b.output(b.quantize(b.node("MaxPool", {real_input(b)}, window), 0.25f, 0));
    const onnx_model m = with_kept_codes(b);
    CHECK(op_types(m) == names{"DequantizeLinear", "MaxPool", "QuantizeLinear"});
}
