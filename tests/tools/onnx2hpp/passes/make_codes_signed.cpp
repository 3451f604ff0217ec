// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/make_codes_signed.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/convert_edges.hpp>
#include <onnx2hpp/passes/fold_qdq.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

/// uint8 codes of 0.5, between floats.
value_id rounded(model_builder& b, value_id x, int zero_point) {
    return b.rounded(x, 0.5f, zero_point, dtype::u8);
}

value_id convolved(model_builder& b, value_id x) {
    const value_id weights = b.dequantize(b.constant({2, 2, 1, 1}, {}, dtype::i8), 0.5f, 0);
    return b.node("Conv", {x, weights});
}

onnx_model signed_model(model_builder b, edge_types types = edge_types::model) {
    onnx_model m = b.build();
    fold_qdq(m);
    convert_edges(m, types);
    make_codes_signed(m);
    return m;
}

const value& result_of(const onnx_model& m, std::size_t node) {
    return value_of(m, m.nodes[node].outputs[0]);
}

}  // namespace

TEST_CASE("codes between layers become 128 less, and so do their zero points") {
    model_builder b;
    const value_id x = rounded(b, b.input({1, 2, 4, 4}), 3);
    b.output(rounded(b, convolved(b, x), 130));
    const onnx_model m = signed_model(b);
    CHECK(op_types(m) == names{"QuantizeLinear", "Conv", "DequantizeLinear"});
    CHECK(result_of(m, 0).type == dtype::i8);
    CHECK(result_of(m, 0).quant.zero_point[0] == -125);
    CHECK(result_of(m, 1).type == dtype::i8);
    CHECK(result_of(m, 1).quant.zero_point[0] == 2);
}

TEST_CASE("inputs and outputs of the model keep their types and names") {
    model_builder b;
    const value_id x = rounded(b, b.input({1, 2, 4, 4}), 3);
    b.output(rounded(b, convolved(b, x), 130));
    const onnx_model m = signed_model(b, edge_types::quantized);
    CHECK(op_types(m) == names{"Identity", "Conv", "Identity"});
    CHECK(value_of(m, m.inputs[0]).type == dtype::u8);
    CHECK(value_of(m, m.outputs[0]).type == dtype::u8);
    CHECK(value_of(m, m.outputs[0]).quant.zero_point[0] == 130);
    CHECK(value_of(m, m.inputs[0]).name == "x0");
    CHECK(m.nodes[2].outputs[0] == m.outputs[0]);
}

TEST_CASE("constants become signed") {
    model_builder b;
    const value_id made = rounded(b, convolved(b, rounded(b, b.input({1, 2, 4, 4}), 3)), 0);
    const value_id added = b.dequantize(b.constant({1}, {200}, dtype::u8), 0.5f, 100, dtype::u8);
    b.output(rounded(b, b.node("Add", {made, added}), 7));
    const onnx_model m = signed_model(b);
    const node& add = m.nodes[2];
    REQUIRE(add.op_type == "Add");
    CHECK(integers_of(*value_of(m, add.inputs[1]).constant) == std::vector<std::int64_t>{72});
    CHECK(value_of(m, add.inputs[1]).quant.zero_point[0] == -28);
}

TEST_CASE("a Pad of codes adds the code that it added") {
    model_builder b;
    const value_id x = rounded(b, b.input({1, 2, 4, 4}), 3);
    const value_id codes = b.quantize(convolved(b, x), 0.5f, 7, dtype::u8);
    const value_id pads = b.integers({0, 0, 1, 1, 0, 0, 1, 1});
    b.output(b.dequantize(b.node("Pad", {codes, pads}), 0.5f, 7, dtype::u8));
    const value_id nine = b.constant({}, {9}, dtype::u8);
    b.output(b.dequantize(b.node("Pad", {codes, pads, nine}), 0.5f, 7, dtype::u8));
    const onnx_model m = signed_model(b);
    std::vector<std::int64_t> borders;
    for (const node& n : m.nodes)
        if (n.op_type == "Pad")
            borders.push_back(integers_of(*value_of(m, n.inputs[2]).constant)[0]);
    CHECK(borders == std::vector<std::int64_t>{-128, -119});
}

TEST_CASE("parts without a layer stay as they are") {
    model_builder b;
    b.output(rounded(b, b.node("Relu", {rounded(b, b.input({4}), 3)}), 0));
    const onnx_model m = signed_model(b);
    CHECK(result_of(m, 0).type == dtype::u8);
    CHECK(op_types(m) == names{"QuantizeLinear", "Relu", "DequantizeLinear"});
}

TEST_CASE("who computes with the numbers of codes gets these") {
    model_builder b;
    const value_id codes = b.input({1, 2, 4, 4}, dtype::u8);
    const value_id x = b.dequantize(codes, 0.5f, 3, dtype::u8);
    b.output(rounded(b, convolved(b, x), 130));
    b.output(b.node("Equal", {codes, codes}));
    const onnx_model m = signed_model(b);
    for (const node& n : m.nodes)
        if (n.op_type == "Equal")
            CHECK(value_of(m, n.inputs[0]).type == dtype::u8);
        else if (n.op_type == "Conv")
            CHECK(value_of(m, n.inputs[0]).type == dtype::i8);
}

TEST_CASE("sums of signed codes are lower, which their base says") {
    model_builder b;
    b.output(convolved(b, rounded(b, b.input({1, 2, 4, 4}), 131)));
    const onnx_model m = signed_model(b);
    REQUIRE(op_types(m) == names{"QuantizeLinear", "IntegerConv", "RescaleSums"});
    CHECK(result_of(m, 0).type == dtype::i8);
    CHECK(integer_attribute(m.nodes[2], "base", 0) == 128);
}

TEST_CASE("sums that others read are those of unsigned codes") {
    model_builder b;
    b.output(convolved(b, rounded(b, b.input({1, 2, 4, 4}), 131)));
    onnx_model m = b.build();
    fold_qdq(m);
    m.outputs.push_back(m.nodes[1].outputs[0]);
    make_codes_signed(m);
    CHECK(result_of(m, 0).type == dtype::u8);
    CHECK(integer_attribute(m.nodes[2], "base", 0) == 0);
}
