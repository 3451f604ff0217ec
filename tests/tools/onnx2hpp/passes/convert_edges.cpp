// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/convert_edges.hpp>

#include <onnx2hpp/passes/fold_qdq.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

/// float -> int8 -> Relu -> int8 -> float.
model_builder quantized_relu() {
    model_builder b;
    const value_id relu = b.node("Relu", {b.rounded(b.input({4}), 0.5f, 3)});
    b.output(b.rounded(relu, 0.5f, -128));
    return b;
}

onnx_model converted(model_builder b, edge_types types) {
    onnx_model m = b.build();
    fold_qdq(m);
    convert_edges(m, types);
    return m;
}

}  // namespace

TEST_CASE("model: edges stay") {
    const onnx_model m = converted(quantized_relu(), edge_types::model);
    CHECK(op_types(m) == names{"QuantizeLinear", "Relu", "DequantizeLinear"});
}

TEST_CASE("model: float edges of integers are told") {
    captured_notes notes;
    converted(quantized_relu(), edge_types::model);
    CHECK(contains(notes.take(), "--edges quantized"));
    converted(quantized_relu(), edge_types::quantized);
    model_builder floats;
    floats.output(floats.node("Relu", {floats.input({4})}));
    converted(floats, edge_types::model);
    CHECK(notes.take().empty());
}

TEST_CASE("quantized: an output that the first node dequantizes is integers") {
    model_builder b;
    const value_id codes = b.input({4}, dtype::i8);
    b.output(b.node("DequantizeLinear", {codes, b.constant({}, {0.5f})}));
    const onnx_model m = converted(b, edge_types::quantized);
    CHECK(value_of(m, m.outputs[0]).type == dtype::i8);
}

TEST_CASE("quantized: inputs and outputs are integers and keep their names") {
    const onnx_model m = converted(quantized_relu(), edge_types::quantized);
    CHECK(op_types(m) == names{"Relu"});
    const value &x = value_of(m, m.inputs[0]), &y = value_of(m, m.outputs[0]);
    CHECK(x.name == "x0");
    CHECK(x.type == dtype::i8);
    CHECK(x.quant.zero_point[0] == 3);
    CHECK(y.type == dtype::i8);
    CHECK(y.quant.zero_point[0] == -128);
    CHECK(m.nodes[0].outputs[0] == m.outputs[0]);
}

TEST_CASE("quantized: an input that is read as floats too stays") {
    model_builder b = quantized_relu();
    b.output(b.node("Softmax", {b.model.inputs[0]}));
    const onnx_model m = converted(b, edge_types::quantized);
    CHECK(value_of(m, m.inputs[0]).type == dtype::f32);
}

TEST_CASE("quantized: an output that others read as floats is both") {
    model_builder b = quantized_relu();
    b.output(b.node("Softmax", {b.model.outputs[0]}));
    const onnx_model m = converted(b, edge_types::quantized);
    CHECK(value_of(m, m.outputs[0]).type == dtype::i8);
    CHECK(op_types(m) == names{"Relu", "DequantizeLinear", "Softmax"});
}

TEST_CASE("floating: integer edges get their steps") {
    model_builder b;
    const value_id relu = b.node("Relu", {b.dequantize(b.input({4}, dtype::i8), 0.5f, 3)});
    b.output(b.quantize(relu, 0.5f, -128));
    const onnx_model m = converted(b, edge_types::floating);
    CHECK(op_types(m) == names{"QuantizeLinear", "Relu", "DequantizeLinear"});
    CHECK(value_of(m, m.inputs[0]).type == dtype::f32);
    CHECK(value_of(m, m.outputs[0]).type == dtype::f32);
}

TEST_CASE("floating: integers without a scale stay") {
    model_builder b;
    b.output(b.node("Flatten", {b.input({1, 4}, dtype::i8)}));
    CHECK(op_types(converted(b, edge_types::floating)) == names{"Flatten"});
}
