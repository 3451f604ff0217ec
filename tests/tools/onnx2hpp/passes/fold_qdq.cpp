// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fold_qdq.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

onnx_model folded(model_builder b, coarse_bias form = coarse_bias::rounded) {
    onnx_model m = b.build();
    fold_qdq(m, form);
    return m;
}

/// Conv of quantized values: x * 0.5, weights * 0.25, result * 2.
struct quantized_conv {
    model_builder b;
    dtype type = dtype::i8;
    value_id codes = b.input({1, 2, 3, 3}, dtype::i8);
    value_id x = b.dequantize(codes, 0.5f, 3);
    value_id weights = b.dequantize(b.constant({4, 2, 1, 1}, {}, dtype::i8), 0.25f, 0);

    value_id bias(std::vector<double> numbers, float scale) {
        const auto count = static_cast<std::int64_t>(numbers.size());
        return b.dequantize(b.constant({count}, std::move(numbers), dtype::i32), scale, 0,
                            dtype::i32);
    }
    onnx_model finish(value_id bias = absent, float scale = 2,
                      coarse_bias form = coarse_bias::rounded) {
        std::vector<value_id> inputs{x, weights};
        if (bias != absent) inputs.push_back(bias);
        b.output(b.quantize(b.node("Conv", inputs), scale, -5));
        return folded(b, form);
    }
};

std::vector<double> constant_of(const onnx_model& m, value_id v) {
    return numbers_of(*value_of(m, v).constant);
}

}  // namespace

TEST_CASE("a Conv between DequantizeLinear and QuantizeLinear becomes one integer node") {
    quantized_conv c;
    const onnx_model m = c.finish(c.bias({10, -20, 30, 0}, 0.125f));
    REQUIRE(op_types(m) == names{"Conv"});
    CHECK(m.nodes[0].inputs[0] == c.codes);
    CHECK(m.nodes[0].outputs[0] == m.outputs[0]);
    CHECK(value_of(m, m.nodes[0].inputs[1]).type == dtype::i8);
    CHECK(value_of(m, m.nodes[0].inputs[2]).type == dtype::i32);
    CHECK(constant_of(m, m.nodes[0].inputs[2]) == std::vector<double>{10, -20, 30, 0});
    CHECK(value_of(m, c.codes).quant.zero_point == std::vector<std::int32_t>{3});
}

TEST_CASE("no bias is a bias of zeros") {
    const onnx_model m = quantized_conv().finish();
    CHECK(constant_of(m, m.nodes[0].inputs[2]) == std::vector<double>{0, 0, 0, 0});
}

TEST_CASE("a bias in another scale is folded where it is a whole number of units") {
    quantized_conv c;
    SUBCASE("it is") {
        const onnx_model m = c.finish(c.bias({1, 2, 3, 4}, 0.25f), 2, coarse_bias::kept);
        CHECK(constant_of(m, m.nodes[0].inputs[2]) == std::vector<double>{2, 4, 6, 8});
    }
    SUBCASE("it is not: sums become floats, then codes") {
        const onnx_model m = c.finish(c.bias({1, 2, 3, 4}, 0.1f), 2, coarse_bias::kept);
        CHECK(op_types(m) == names{"IntegerConv", "RescaleSums", "QuantizeLinear"});
    }
}

TEST_CASE("a bias is rounded to units of 1/4 of the result's scale or less") {
    quantized_conv c;
    const auto rounded = [&](std::vector<double> bias, float scale) {
        return c.finish(c.b.constant({4}, std::move(bias)), scale);
    };
    SUBCASE("1/4") {
        const onnx_model m = rounded({0.5, -0.19, 0.0624, 100.06}, 0.5f);
        REQUIRE(op_types(m) == names{"Conv"});
        CHECK(constant_of(m, m.nodes[0].inputs[2]) == std::vector<double>{4, -2, 0, 800});
    }
    SUBCASE("more") { CHECK(op_types(rounded({0.5, 0, 0, 100.06}, 0.49f)).size() == 3); }
    SUBCASE("beyond 32 bits") { CHECK(op_types(rounded({0.5, 0, 0, 1e9}, 0.5f)).size() == 3); }
}

TEST_CASE("a note names layers whose biases are rounded") {
    captured_notes notes;
    quantized_conv fine, coarse;
    fine.finish(fine.b.constant({4}, {0.5, 0, 0, 100.06}));
    CHECK(notes.take().find("--exact-biases") != std::string::npos);
    coarse.finish(coarse.b.constant({4}, {0.5, 0, 0, 100.06}), 0.49f);
    CHECK(notes.take().find("--exact-biases") == std::string::npos);
}

TEST_CASE("weights of uint8 become int8 where they fit") {
    quantized_conv c;
    const auto with_codes = [&](std::vector<double> codes) {
        c.weights =
            c.b.dequantize(c.b.constant({4, 2, 1, 1}, codes, dtype::u8), 0.25f, 128, dtype::u8);
        return c.finish();
    };
    SUBCASE("all of them") {
        const onnx_model m = with_codes({0, 255, 128, 1, 2, 3, 4, 5});
        CHECK(constant_of(m, m.nodes[0].inputs[1])[1] == 127);
        CHECK(constant_of(m, m.nodes[0].inputs[1])[0] == -128);
        CHECK(op_types(m) == names{"Conv"});
    }
    SUBCASE("not all: a float island") {
        c.weights = c.b.dequantize(c.b.constant({4, 2, 1, 1}, {}, dtype::i8), 0.25f, -126);
        c.b.model.values[static_cast<std::size_t>(c.b.model.nodes.back().inputs[0])].constant =
            make_tensor(dtype::i8, {4, 2, 1, 1}, std::vector<double>(8, 100.0));
        CHECK(op_types(c.finish()).size() == 4);
    }
}

TEST_CASE("weights with a scale for each output are integers, for each input they are not") {
    std::int64_t axis = 0;
    SUBCASE("output") {}
    SUBCASE("input") { axis = 1; }
    quantized_conv c;
    c.weights = c.b.node("DequantizeLinear",
                         {c.b.constant({2, 2, 1, 1}, {}, dtype::i8), c.b.constant({2}, {1, 2}),
                          c.b.constant({2}, {0, 0}, dtype::i8)},
                         {{"axis", axis}});
    CHECK((op_types(c.finish()) == names{"Conv"}) == (axis == 0));
}

TEST_CASE("a missing DequantizeLinear or QuantizeLinear leaves a float island") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 0);
    SUBCASE("an operand") { b.output(b.quantize(b.node("Add", {x, b.input({4})}), 1, 0)); }
    SUBCASE("the result") { b.output(b.node("Add", {x, x})); }
    SUBCASE("the result too") {
        const value_id sum = b.node("Add", {x, x});
        b.output(b.quantize(sum, 1, 0));
        b.output(sum);
    }
    SUBCASE("for one of two readers") {
        const value_id sum = b.node("Add", {x, x});
        b.output(b.quantize(sum, 1, 0));
        b.output(b.node("LogSoftmax", {sum}));
    }
    SUBCASE("two scales") {
        const value_id sum = b.node("Add", {x, x});
        b.output(b.quantize(sum, 1, 0));
        b.output(b.quantize(sum, 2, 0));
    }
    const onnx_model m = folded(b);
    CHECK(find_node(m, "Add").inputs[0] == x);
    CHECK(value_of(m, find_node(m, "Add").outputs[0]).type == dtype::f32);
}

TEST_CASE("operators of one operand become integer nodes") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, dtype::i8), 0.5f, 3);
    value_id y = absent;
    SUBCASE("Relu") { y = b.node("Relu", {x}); }
    SUBCASE("Clip") { y = b.node("Clip", {x, b.constant({}, {-1}), b.constant({}, {6})}); }
    SUBCASE("Softmax") { y = b.node("Softmax", {x}); }
    SUBCASE("LogSoftmax") { y = b.node("LogSoftmax", {x}); }
    SUBCASE("GlobalAveragePool") { y = b.node("GlobalAveragePool", {x}, {}, 1); }
    SUBCASE("AveragePool") {
        y = b.node("AveragePool", {x}, {{"kernel_shape", extents{2, 2}}}, 11);
    }
    SUBCASE("Sigmoid") { y = b.node("Sigmoid", {x}); }
    SUBCASE("HardSigmoid") { y = b.node("HardSigmoid", {x}); }
    SUBCASE("HardSwish") { y = b.node("HardSwish", {x}, {}, 14); }
    SUBCASE("Resize") {
        const value_id scales = b.constant({4}, {1, 1, 2, 2});
        y = b.node("Resize", {x, absent, scales}, {{"mode", std::string("linear")}});
    }
    SUBCASE("nearest Resize") {
        y = b.node("Resize", {x, absent, absent, b.integers({1, 2, 8, 2})});
    }
    SUBCASE("Upsample") { y = b.node("Upsample", {x, b.constant({4}, {1, 1, 2, 2})}, {}, 9); }
    SUBCASE("ReduceMean") { y = b.node("ReduceMean", {x}, {{"axes", extents{2, 3}}}); }
    b.output(b.quantize(y, 0.25f, -7));
    const onnx_model m = folded(b);
    REQUIRE(m.nodes.size() == 1);
    CHECK(m.nodes[0].inputs[0] == m.inputs[0]);
    CHECK(m.nodes[0].outputs[0] == m.outputs[0]);
}

TEST_CASE("one DequantizeLinear may feed several integer nodes") {
    model_builder b;
    const value_id codes = b.input({4}, dtype::i8), x = b.dequantize(codes, 0.5f, 0);
    b.output(b.quantize(b.node("Add", {x, x}), 1, 0));
    b.output(b.quantize(b.node("Relu", {x}), 0.5f, 0));
    const onnx_model m = folded(b);
    CHECK(op_types(m) == names{"Add", "Relu"});
    CHECK(m.nodes[0].inputs == std::vector<value_id>{codes, codes});
    CHECK(m.nodes[1].inputs[0] == codes);
}

TEST_CASE("one DequantizeLinear may feed an integer node and a float one") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 0);
    b.output(b.quantize(b.node("Add", {x, x}), 1, 0));
    b.output(b.node("LogSoftmax", {x}));
    CHECK(op_types(folded(b)) == names{"DequantizeLinear", "Add", "LogSoftmax"});
}

TEST_CASE("a result quantized twice in the same way is one value") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 0);
    const value_id sum = b.node("Add", {x, x});
    const value_id first = b.quantize(sum, 1, 0), second = b.quantize(sum, 1, 0);
    SUBCASE("inside") {
        b.output(b.quantize(b.node("Mul", {b.dequantize(first, 1, 0), b.dequantize(second, 1, 0)}),
                            9, 0));
        const onnx_model m = folded(b);
        CHECK(op_types(m) == names{"Add", "Mul"});
        CHECK(m.nodes[1].inputs[0] == m.nodes[1].inputs[1]);
    }
    SUBCASE("as two outputs, which both keep their names") {
        b.output(first);
        b.output(second);
        const onnx_model m = folded(b);
        CHECK(op_types(m) == names{"Add", "Identity"});
        CHECK(m.outputs == std::vector<value_id>{first, second});
    }
}

TEST_CASE("codes that are read by another scale than they were made with") {
    model_builder b;
    const value_id codes = b.quantize(b.input({4}), 0.5f, 0);
    b.output(b.dequantize(codes, 0.25f, 10));
    const onnx_model m = folded(b);
    CHECK(op_types(m) == names{"QuantizeLinear", "Reshape", "DequantizeLinear"});
    CHECK(value_of(m, codes).quant.scale[0] == 0.5f);
    CHECK(value_of(m, m.nodes[2].inputs[0]).quant.scale[0] == 0.25f);
    const elements result = results_of(m)[0];
    CHECK(result[0] == doctest::Approx(0.25 * (-22 - 10)));  // -11 is code -22
}

TEST_CASE("QuantizeLinear behind DequantizeLinear is a change of scale, or nothing") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 0);
    SUBCASE("nothing") {
        b.output(b.node("Flatten", {b.quantize(x, 0.5f, 0)}, {{"axis", std::int64_t{0}}}));
        CHECK(op_types(folded(b)) == names{"Flatten"});
    }
    SUBCASE("another scale") {
        b.output(b.quantize(x, 0.25f, 0));
        CHECK(op_types(folded(b)) == names{"Identity"});
    }
    SUBCASE("another scale between nodes") {
        const value_id y = b.rounded(x, 0.25f, 0);
        b.output(b.quantize(b.node("Relu", {y}), 0.25f, 0));
        CHECK(op_types(folded(b)) == names{"Identity", "Relu"});
    }
    SUBCASE("another type") {
        b.output(b.quantize(x, 0.5f, 128, dtype::u8));
        const onnx_model m = folded(b);
        CHECK(op_types(m) == names{"Identity"});
        CHECK(value_of(m, m.outputs[0]).type == dtype::u8);
    }
}

TEST_CASE("a node computes in one type; another is reached by exact steps") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 0);
    const value_id y = b.dequantize(b.input({4}, dtype::u8), 0.5f, 100, dtype::u8);
    b.output(b.quantize(b.node("Add", {x, y}), 1.0f, 128, dtype::u8));
    const onnx_model m = folded(b);
    CHECK(op_types(m) == names{"Identity", "Add", "Identity"});
    const node& sum = find_node(m, "Add");
    CHECK(value_of(m, sum.inputs[1]).type == dtype::i8);
    CHECK(value_of(m, sum.inputs[1]).quant.zero_point[0] == -28);
    CHECK(value_of(m, sum.outputs[0]).type == dtype::i8);
    CHECK(value_of(m, sum.outputs[0]).quant.zero_point[0] == 0);
    CHECK(results_of(m)[0][0] == doctest::Approx(-5.5 - 50).epsilon(0.02));
}

TEST_CASE("what moves codes keeps their scale; the change comes behind it") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, dtype::i8), 0.5f, 0);
    value_id y = absent;
    SUBCASE("MaxPool") {
        y = b.node("MaxPool", {x}, {{"kernel_shape", extents{2, 2}}, {"strides", extents{2, 2}}},
                   12);
    }
    SUBCASE("Transpose") { y = b.node("Transpose", {x}); }
    SUBCASE("Pad") {
        y = b.node("Pad", {x, b.integers({0, 0, 1, 1, 0, 0, 1, 1}), b.constant({}, {1})});
    }
    b.output(b.quantize(y, 0.25f, 7));
    const onnx_model m = folded(b);
    REQUIRE(op_types(m).size() == 2);
    CHECK(op_types(m)[1] == "Identity");
    CHECK(value_of(m, m.nodes[0].outputs[0]).quant == value_of(m, m.inputs[0]).quant);
    CHECK(value_of(m, m.outputs[0]).quant.zero_point[0] == 7);
}

TEST_CASE("what takes or mirrors codes keeps them") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 4}, dtype::i8), 0.5f, 3);
    value_id y = absent;
    SUBCASE("Slice") {
        y = b.node("Slice", {x, b.integers({1}), b.integers({3}), b.integers({1})});
    }
    SUBCASE("Expand") { y = b.node("Expand", {x, b.integers({3, 4})}); }
    SUBCASE("Gather") { y = b.node("Gather", {x, b.input({2}, dtype::i64)}); }
    SUBCASE("Pad") {
        y = b.node("Pad", {x, b.integers({0, 1, 0, 1})}, {{"mode", std::string("reflect")}});
    }
    b.output(b.quantize(y, 0.5f, 3));
    const onnx_model m = folded(b);
    REQUIRE(op_types(m).size() == 1);
    CHECK(value_of(m, m.outputs[0]).quant == value_of(m, m.inputs[0]).quant);
}

TEST_CASE("a Pad with a border that has no code is a float island") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 0);
    const auto with_border = [&](double border) {
        b.output(
            b.quantize(b.node("Pad", {x, b.integers({1, 1}), b.constant({}, {border})}), 0.5f, 0));
        return op_types(folded(b));
    };
    SUBCASE("a code") { CHECK(with_border(-1.5) == names{"Pad"}); }
    SUBCASE("between codes") { CHECK(with_border(0.3).size() == 3); }
    SUBCASE("outside") { CHECK(with_border(1000).size() == 3); }
}

TEST_CASE("constants of a sum take the type of the other operand") {
    model_builder b;
    const value_id x = b.dequantize(b.input({2}, dtype::u8), 0.5f, 100, dtype::u8);
    const value_id c = b.dequantize(b.constant({2}, {-128, 5}, dtype::i8), 0.25f, 1);
    b.output(b.quantize(b.node("Add", {c, x}), 1.0f, 100, dtype::u8));
    const onnx_model m = folded(b);
    REQUIRE(op_types(m) == names{"Add"});
    const value& constant = value_of(m, m.nodes[0].inputs[0]);
    CHECK(constant.type == dtype::u8);
    CHECK(numbers_of(*constant.constant) == std::vector<double>{0, 133});
    CHECK(constant.quant.zero_point[0] == 129);
}

TEST_CASE("Concat: integers if all inputs are, each with its own scale") {
    model_builder b;
    const attributes axis{{"axis", std::int64_t{1}}};
    const value_id x = b.dequantize(b.input({1, 2}, dtype::i8), 0.5f, 3);
    const value_id y = b.dequantize(b.input({1, 3}, dtype::u8), 0.25f, 100, dtype::u8);
    const value_id c = b.dequantize(b.constant({1, 1}, {7}, dtype::i8), 1.0f, 0);
    SUBCASE("one type") {
        b.output(b.quantize(b.node("Concat", {c, x, x}, axis), 0.75f, -2));
        const onnx_model m = folded(b);
        REQUIRE(op_types(m) == names{"Concat"});
        CHECK(value_of(m, m.nodes[0].inputs[0]).quant.scale[0] == 1.0f);
        CHECK(value_of(m, m.nodes[0].inputs[1]).quant.zero_point[0] == 3);
        CHECK(value_of(m, m.outputs[0]).quant.scale[0] == 0.75f);
        CHECK(results_of(m)[0][0] == doctest::Approx(6.75));
    }
    SUBCASE("two types") {
        b.output(b.quantize(b.node("Concat", {x, y}, axis), 1.0f, 0));
        const onnx_model m = folded(b);
        CHECK(op_types(m) == names{"Identity", "Concat"});
        CHECK(results_of(m)[0] == elements{-7, 0, -25, -22, -24});
    }
    SUBCASE("a float among them") {
        b.output(b.quantize(b.node("Concat", {x, c, b.input({1, 2})}, axis), 1.0f, 0));
        CHECK(value_of(folded(b), find_node(folded(b), "Concat").outputs[0]).type == dtype::f32);
    }
}

TEST_CASE("a Concat of codes moves them, if they have one scale") {
    model_builder b;
    const attributes axis{{"axis", std::int64_t{1}}};
    const value_id codes = b.input({1, 2}, dtype::i8);
    SUBCASE("that of their reader") {
        const value_id constant = b.constant({1, 1}, {7}, dtype::i8);
        b.output(b.dequantize(b.node("Concat", {codes, constant}, axis), 0.5f, 3));
        const onnx_model m = folded(b);
        CHECK(value_of(m, codes).quant.scale == std::vector<float>{0.5f});
        CHECK(value_of(m, constant).quant.zero_point == std::vector<std::int32_t>{3});
        CHECK(results_of(m)[0] == elements{-7, 0, 2});
    }
    SUBCASE("that of their producer") {
        const value_id made = b.quantize(b.input({1, 2}), 0.5f, 3);
        b.output(b.dequantize(b.node("Concat", {codes, made}, axis), 0.25f, 0));
        const onnx_model m = folded(b);
        CHECK(results_of(m)[0] == elements{-2.75, 0.75, -4.75, 2.25});
    }
    SUBCASE("several") {
        const value_id made = b.quantize(b.input({1, 2}), 0.5f, 3);
        const value_id other = b.quantize(b.input({1, 2}), 0.25f, 3);
        b.output(b.dequantize(b.node("Concat", {made, other}, axis), 0.5f, 3));
        CHECK(verdict_of([&] {
                  folded(b);
              }).says(outcome::unsupported, "joins integers of several scales"));
    }
}

TEST_CASE("x * Sigmoid(x) is two integer nodes") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, dtype::i8), 0.5f, 3);
    const value_id s = b.rounded(b.node("Sigmoid", {x}), 1.0f / 256, -128);
    b.output(b.quantize(b.node("Mul", {x, s}), 0.25f, -100));
    CHECK(op_types(folded(b)) == names{"Sigmoid", "Mul"});
}

TEST_CASE("codes that only move have the scale of their reader, up to the input") {
    model_builder b;
    const value_id codes = b.input({1, 4}, dtype::i8);
    SUBCASE("Transpose") { b.output(b.dequantize(b.node("Transpose", {codes}), 0.5f, 3)); }
    SUBCASE("nearest Resize") {
        const value_id scales = b.constant({2}, {1, 2});
        b.output(b.dequantize(b.node("Resize", {codes, absent, scales}), 0.5f, 3));
    }
    const onnx_model m = folded(b);
    CHECK(value_of(m, codes).quant.scale == std::vector<float>{0.5f});
}

TEST_CASE("arithmetic on integers takes and makes numbers, whatever codes others see in them") {
    model_builder b;
    const value_id codes = b.input({4}, dtype::i8);
    b.output(b.dequantize(codes, 0.5f, 1));
    const value_id doubled = b.node("Add", {codes, codes}, {}, 14);
    b.output(b.dequantize(doubled, 0.25f, 2));
    const onnx_model m = folded(b);
    const node& add = find_node(m, "Add");
    CHECK(value_of(m, add.inputs[0]).quant.scale.empty());
    CHECK(value_of(m, add.outputs[0]).quant.scale.empty());
    const elements real = results_of(m)[0], sums = results_of(m)[1];
    for (std::size_t i = 0; i < 4; ++i) {
        const double code = real[i] / 0.5 + 1;
        CHECK(sums[i] == (2 * code - 2) * 0.25);
    }
}

TEST_CASE("functions of one number, and those of two that take codes, become integer nodes") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, dtype::i8), 0.5f, 3);
    for (const char* op : {"Gelu", "Tanh", "LeakyRelu", "Elu", "Mish", "Swish", "Erf", "Log"})
        b.output(b.quantize(b.node(op, {x}, {}, 24), 0.25f, -100));
    const value_id slope = b.dequantize(b.constant({2, 1, 1}, {8, 16}, dtype::i8), 0.0625f, 0);
    for (const char* op : {"Sub", "Max", "Min", "PRelu"})
        b.output(b.quantize(b.node(op, {x, slope}), 0.25f, -100));
    CHECK(op_types(folded(b)) == names{"Gelu", "Tanh", "LeakyRelu", "Elu", "Mish", "Swish", "Erf",
                                       "Log", "Sub", "Max", "Min", "PRelu"});
}

TEST_CASE("codes of 16 bits around 0 become integer nodes") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, dtype::i16), 0.5f, 0, dtype::i16);
    const value_id weights = b.dequantize(b.constant({4, 2, 1, 1}, {}, dtype::i8), 0.25f, 0);
    const auto give = [&](value_id y) { b.output(b.quantize(y, 0.25f, 0, dtype::i16)); };
    const attributes kernel{{"kernel_shape", extents{2, 2}}};
    give(b.node("Conv", {x, weights}));
    give(b.node("Add", {x, x}));
    give(b.node("Sigmoid", {x}));
    give(b.node("Softmax", {x}));
    give(b.node("LogSoftmax", {x}));
    give(b.node("AveragePool", {x}, kernel, 11));
    give(b.node("ReduceMean", {x}, {{"axes", extents{2, 3}}}));
    b.output(b.quantize(b.node("MaxPool", {x}, kernel, 12), 0.5f, 0, dtype::i16));
    CHECK(op_types(folded(b)) == names{"Conv", "Add", "Sigmoid", "Softmax", "LogSoftmax",
                                       "AveragePool", "ReduceMean", "MaxPool"});
}

TEST_CASE("16 bits: what has no kernel of integers stays in floating point") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 1, 256, 256}, dtype::i16), 0.5f, 0, dtype::i16);
    value_id y = absent;
    SUBCASE("a product of activations") { y = b.node("MatMul", {x, x}); }
    SUBCASE("an average of 65536 codes") { y = b.node("GlobalAveragePool", {x}, {}, 1); }
    SUBCASE("interpolation") {
        const value_id scales = b.constant({4}, {1, 1, 2, 2});
        y = b.node("Resize", {x, absent, scales}, {{"mode", std::string("linear")}});
    }
    SUBCASE("weights of 16 bits") {
        const value_id codes = b.constant({1, 1, 1, 1}, {300}, dtype::i16);
        y = b.node("Conv", {x, b.dequantize(codes, 0.25f, 0, dtype::i16)});
    }
    b.output(b.quantize(y, 0.25f, 0, dtype::i16));
    const onnx_model m = folded(b);
    CHECK(op_types(m).front() == "DequantizeLinear");
    CHECK(op_types(m).back() == "QuantizeLinear");
}

TEST_CASE("16 bits with another zero point than 0 are arithmetic on reals") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i16), 0.5f, 7, dtype::i16);
    b.output(b.quantize(b.node("Relu", {x}), 0.25f, 3, dtype::i16));
    const onnx_model m = folded(b);
    CHECK(op_types(m).front() == "Cast");
    CHECK(value_of(m, find_node(m, "Relu").outputs[0]).type == dtype::f32);
    const elements codes = results_of(m)[0];
    CHECK(codes[0] == 3);  // (-11 - 7) * 0.5 is below 0
    CHECK(codes[3] == 5);  // (8 - 7) * 0.5 / 0.25 + 3
}

TEST_CASE("8 and 16 bits meet in 16") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::u8), 0.5f, 100, dtype::u8);
    SUBCASE("another operand") {
        const value_id y = b.dequantize(b.input({4}, dtype::i16), 0.125f, 0, dtype::i16);
        b.output(b.quantize(b.node("Add", {x, y}), 1.0f, 128, dtype::u8));
        const onnx_model m = folded(b);
        CHECK(op_types(m) == names{"Identity", "Add", "Identity"});
        CHECK(value_of(m, find_node(m, "Add").outputs[0]).quant.zero_point[0] == 0);
        CHECK(results_of(m)[0][0] == doctest::Approx(-50 - 11 * 0.125).epsilon(0.02));
    }
    SUBCASE("a constant") {
        const value_id y = b.dequantize(b.constant({4}, {-128, 5, 0, 127}, dtype::i8), 0.25f, 100);
        b.output(b.quantize(b.node("Mul", {x, y}), 0.5f, 0, dtype::i16));
        const onnx_model m = folded(b);
        CHECK(op_types(m) == names{"Identity", "Mul"});
        CHECK(numbers_of(*value_of(m, find_node(m, "Mul").inputs[1]).constant) ==
              std::vector<double>{-228, -95, -100, 27});
    }
    SUBCASE("the result") {
        b.output(b.quantize(b.node("Relu", {x}), 0.01f, 0, dtype::i16));
        CHECK(op_types(folded(b)) == names{"Identity", "Relu"});
    }
    SUBCASE("but what moves codes keeps their type") {
        b.output(b.quantize(b.node("Neg", {x}), 0.01f, 0, dtype::i16));
        b.output(b.quantize(b.node("Flatten", {x}), 0.01f, 0, dtype::i16));
        const onnx_model m = folded(b);
        CHECK(value_of(m, find_node(m, "Flatten").outputs[0]).type == dtype::u8);
    }
}

TEST_CASE("IsNaN and Equal are no functions from codes to codes") {
    model_builder b;
    const value_id x = b.dequantize(b.input({4}, dtype::i8), 0.5f, 3);
    b.output(b.node("IsNaN", {x}));
    b.output(b.node("Equal", {x, x}));
    CHECK(op_types(folded(b)) == names{"DequantizeLinear", "IsNaN", "Equal"});
}

TEST_CASE("scales that are not positive numbers are bad input") {
    model_builder b;
    const value_id x = b.input({4});
    SUBCASE("zero") { b.output(b.quantize(x, 0, 0)); }
    SUBCASE("negative") { b.output(b.quantize(x, -1, 0)); }
    SUBCASE("NaN") { b.output(b.quantize(x, std::numeric_limits<float>::quiet_NaN(), 0)); }
    SUBCASE("infinite") { b.output(b.quantize(x, std::numeric_limits<float>::infinity(), 0)); }
    CHECK_THROWS_AS(folded(b), failure);
}
