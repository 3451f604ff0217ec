// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/hoist_quantize.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

TEST_CASE("a QuantizeLinear goes before the moves that it follows") {
    model_builder b;
    const value_id sum = b.node("Add", {b.input({1, 2, 3}), b.input({1, 2, 3})});
    const value_id moved = b.node("Transpose", {sum}, {{"perm", extents{0, 2, 1}}});
    const value_id flat = b.node("Flatten", {moved});
    const value_id y = b.quantize(flat, 0.5f, 0);
    b.output(y);
    onnx_model m = b.build();
    hoist_quantize(m);
    CHECK(op_types(m) == names{"Add", "QuantizeLinear", "Transpose", "Flatten"});
    CHECK(m.nodes[3].outputs[0] == y);
    CHECK(value_of(m, m.nodes[2].outputs[0]).type == dtype::i8);
}

TEST_CASE("two equal QuantizeLinear become one; an output keeps its name") {
    model_builder b;
    const value_id flat = b.node("Flatten", {b.node("Relu", {b.input({1, 2, 3})})});
    const value_id first = b.quantize(flat, 0.5f, 0), second = b.quantize(flat, 0.5f, 0);
    b.output(first);
    b.output(second);
    onnx_model m = b.build();
    hoist_quantize(m);
    CHECK(op_types(m) == names{"Relu", "QuantizeLinear", "Flatten", "Identity"});
    CHECK(m.nodes[3].inputs[0] == first);
    CHECK(m.nodes[3].outputs[0] == second);
}

TEST_CASE("a QuantizeLinear stays behind a move that others read as floats") {
    model_builder b;
    const value_id flat = b.node("Flatten", {b.node("Relu", {b.input({1, 2, 3})})});
    b.output(b.quantize(flat, 0.5f, 0));
    SUBCASE("an output") { b.output(flat); }
    SUBCASE("another scale") { b.output(b.quantize(flat, 0.25f, 0)); }
    onnx_model m = b.build();
    hoist_quantize(m);
    CHECK(find_node(m, "QuantizeLinear").inputs[0] == flat);
}

TEST_CASE("a DequantizeLinear of weights goes behind their Transpose, with its axis") {
    model_builder b;
    const value_id codes = b.constant({3, 4}, {}, dtype::i8);
    const value_id real =
        b.node("DequantizeLinear",
               {codes, b.constant({3}, {1, 2, 3}), b.constant({3}, {0, 0, 0}, dtype::i8)},
               {{"axis", std::int64_t{0}}});
    b.output(b.node("MatMul", {b.input({1, 4}), b.node("Transpose", {real})}));
    onnx_model m = b.build();
    hoist_quantize(m);
    CHECK(op_types(m) == names{"Transpose", "DequantizeLinear", "MatMul"});
    CHECK(std::get<std::int64_t>(m.nodes[1].attributes.at("axis")) == 1);
}

TEST_CASE("a DequantizeLinear for each channel stays before a Reshape") {
    model_builder b;
    const value_id codes = b.constant({3, 4}, {}, dtype::i8);
    const value_id real =
        b.node("DequantizeLinear",
               {codes, b.constant({3}, {1, 2, 3}), b.constant({3}, {0, 0, 0}, dtype::i8)},
               {{"axis", std::int64_t{0}}});
    b.output(b.node("MatMul", {b.input({1, 6}), b.node("Reshape", {real, b.integers({6, 2})})}));
    onnx_model m = b.build();
    hoist_quantize(m);
    CHECK(op_types(m) == names{"DequantizeLinear", "Reshape", "MatMul"});
}

TEST_CASE("before what takes some elements, only to meet a DequantizeLinear") {
    const auto order = [](bool meets) {
        model_builder b;
        const value_id x = b.input({1, 2, 4});
        const value_id real = meets ? b.rounded(x, 0.5f, 0) : b.node("Relu", {x});
        const value_id part =
            b.node("Slice", {real, b.integers({1}), b.integers({3}), b.integers({2})});
        b.output(b.quantize(part, 0.5f, 0));
        onnx_model m = b.build();
        hoist_quantize(m);
        return op_types(m);
    };
    CHECK(order(false) == names{"Relu", "Slice", "QuantizeLinear"});
    CHECK(order(true) == names{"QuantizeLinear", "DequantizeLinear", "QuantizeLinear", "Slice"});
}

TEST_CASE("rows are gathered from the codes of a constant table") {
    model_builder b;
    const value_id table = b.dequantize(b.constant({5, 3}, {}, dtype::i8), 0.5f, 1);
    b.output(b.node("Gather", {table, b.input({4}, dtype::i64)}));
    onnx_model m = b.build();
    hoist_quantize(m);
    CHECK(op_types(m) == names{"Gather", "DequantizeLinear"});
}
