// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_requantized_clamp.hpp>

#include <onnx2hpp/passes/fold_qdq.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;

namespace {

/// Add, quantized; a Relu between codes of this scale and those of `second`.
onnx_model integer_relu(float second) {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, tigris::dtype::i8), 0.5f, 0);
    const value_id sum = b.rounded(b.node("Add", {x, x}), 1.0f, -10);
    b.output(b.quantize(b.node("Relu", {sum}), second, -10));
    onnx_model m = b.build();
    fold_qdq(m);
    return m;
}

}  // namespace

TEST_CASE("a Relu between equal codes becomes a clamp, exactly") {
    onnx_model m = integer_relu(1.0f);
    CHECK(op_types(m) == names{"Add", "Relu"});
    const auto expected = results_of(m);
    fuse_requantized_clamp(m);
    CHECK(op_types(m) == names{"Add"});
    CHECK(m.nodes[0].clamp.low == 0);
    CHECK(results_of(m) == expected);
}

TEST_CASE("a Relu that changes the scale stays") {
    onnx_model m = integer_relu(0.5f);
    fuse_requantized_clamp(m);
    CHECK(op_types(m) == names{"Add", "Relu"});
}

TEST_CASE("a float Relu is none of this pass's business") {
    model_builder b;
    b.output(b.node("Relu", {b.node("Add", {b.input({2}), b.input({2})})}));
    onnx_model m = b.build();
    fuse_requantized_clamp(m);
    CHECK(op_types(m) == names{"Add", "Relu"});
}
