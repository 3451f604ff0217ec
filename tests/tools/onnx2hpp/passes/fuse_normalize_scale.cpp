// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_normalize_scale.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;
using names = std::vector<std::string>;

namespace {

names after_pass(model_builder& b, value_id y) {
    b.output(y);
    onnx_model m = b.build();
    fuse_normalize_scale(m);
    return op_types(m);
}

}  // namespace

TEST_CASE("scale and bias of a LayerNormalization become its inputs") {
    model_builder b;
    const value_id x = b.input({2, 7, 10});
    const value_id scale = b.constant({10}), bias = b.constant({1, 10});
    b.output(b.node("LayerNormalization", {x, scale, bias}, {{"axis", std::int64_t{-1}}}, 17));
    onnx_model m = b.build();
    fuse_normalize_scale(m);
    REQUIRE(op_types(m)[0] == "Normalize");
    const node& n = m.nodes[0];
    CHECK(numbers_of(*value_of(m, n.inputs[1]).constant) ==
          numbers_of(*value_of(m, scale).constant));
    CHECK(numbers_of(*value_of(m, n.inputs[2]).constant) ==
          numbers_of(*value_of(m, bias).constant));
    for (const node& other : m.nodes) CHECK(!(other.op_type == "Mul" || other.op_type == "Add"));
}

TEST_CASE("what is not one constant for each normalized element stays") {
    model_builder b;
    const value_id x = b.input({2, 7, 10});
    const attributes last{{"axis", std::int64_t{-1}}};
    SUBCASE("along fewer axes") {
        const value_id y =
            b.node("LayerNormalization", {x, b.constant({10})}, {{"axis", std::int64_t{1}}}, 17);
        CHECK(after_pass(b, y)[1] == "Mul");
    }
    SUBCASE("along another axis") {
        const value_id y = b.node("LayerNormalization", {x, b.constant({7, 1})}, last, 17);
        CHECK(after_pass(b, y)[1] == "Mul");
    }
    SUBCASE("computed at run time") {
        const value_id y = b.node("LayerNormalization", {x, b.input({10})}, last, 17);
        CHECK(after_pass(b, y)[1] == "Mul");
    }
    SUBCASE("a result that others read, too") {
        const value_id y = b.node("tigris.Normalize", {x}, {{"axes", extents{2}}}, 28);
        b.output(b.node("Relu", {y}));
        const names types = after_pass(b, b.node("Mul", {y, b.constant({10})}));
        CHECK(std::count(types.begin(), types.end(), "Mul") == 1);
    }
    SUBCASE("a sum before the product") {
        const value_id y = b.node("tigris.Normalize", {x}, {{"axes", extents{2}}}, 28);
        const value_id sum = b.node("Add", {y, b.constant({10})});
        const names types = after_pass(b, b.node("Mul", {sum, b.constant({10})}));
        CHECK(std::count(types.begin(), types.end(), "Add") == 0);
        CHECK(std::count(types.begin(), types.end(), "Mul") == 1);
    }
}

TEST_CASE("a quantized LayerNormalization is one integer operator") {
    model_builder b;
    const value_id x = b.rounded(b.input({2, 7, 10}), 0.05f, 3);
    const value_id scale = b.dequantize(b.constant({10}, {}, dtype::i8), 0.25f, 0);
    const value_id y = b.node("LayerNormalization", {x, scale, b.constant({10})}, {}, 17);
    b.output(b.rounded(y, 0.03f, -5));
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK(op_types(m) == names{"QuantizeLinear", "Normalize", "DequantizeLinear"});
    const lowered_model lowered = lower(m, {});
    CHECK(lowered.tensors[static_cast<std::size_t>(lowered.nodes[1].inputs[0])].type == dtype::i8);
    CHECK(lowered.tensors[static_cast<std::size_t>(lowered.nodes[1].outputs[0])].quant ==
          tigris::quantization{0.03f, -5});
}
