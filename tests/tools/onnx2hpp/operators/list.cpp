// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/onnx/opsets.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;
using tigris::dtype;

TEST_CASE("a pool whose window is the image is a global one, if it is an average") {
    const auto step = [](const std::string& op, std::int64_t size, const extents& pads) {
        model_builder b;
        b.output(b.node(
            op, {b.input({1, 3, 4, 4})},
            {{"kernel_shape", extents{size, size}}, {"strides", extents{4, 4}}, {"pads", pads}},
            op == "MaxPool" ? 12 : 11));
        return steps(lower(b.build(), {}))[0];
    };
    CHECK(step("AveragePool", 4, {0, 0, 0, 0}) == "global_average_pool");
    CHECK(step("AveragePool", 3, {0, 0, 0, 0}) == "pool");
    CHECK(step("AveragePool", 4, {1, 1, 1, 1}) == "pool");
    CHECK(step("MaxPool", 4, {0, 0, 0, 0}) == "pool");
}

TEST_CASE("a pool that was a ReduceMean says so, a GlobalAveragePool does not") {
    model_builder b;
    const value_id x = b.input({1, 3, 4, 5});
    b.output(b.node("ReduceMean", {x}, {{"axes", extents{2, 3}}}));
    b.output(b.node("ReduceMean", {x}, {{"axes", extents{3}}}));
    b.output(b.node("GlobalAveragePool", {x}, {}, 1));
    onnx_model m = b.build();
    run_passes(m, {});
    const lowered_model lowered = lower(m, {});
    using tigris::ops::global_average_pool;
    CHECK(std::get<global_average_pool>(lowered.nodes[0].op).mean);
    CHECK(std::get<tigris::ops::pool>(lowered.nodes[1].op).function ==
          tigris::ops::pool_function::mean);
    CHECK(!std::get<global_average_pool>(lowered.nodes[2].op).mean);
}

TEST_CASE("ceil_mode extends the padding behind the image") {
    model_builder b;
    const value_id x = b.input({1, 1, 5, 6});
    attributes held{{"kernel_shape", extents{2, 2}},
                    {"strides", extents{2, 2}},
                    {"ceil_mode", std::int64_t{1}}};
    SUBCASE("MaxPool") {
        b.output(b.node("MaxPool", {x}, held, 12));
        const lowered_model m = lower(b.build(), {});
        const auto& op = std::get<tigris::ops::pool>(m.nodes[0].op);
        CHECK(op.window.pad_bottom == 1);
        CHECK(op.window.pad_right == 0);
        CHECK(output_dims(m) == extents{1, 3, 3, 1});
    }
    SUBCASE("AveragePool that would count padding, of which there is none") {
        held["count_include_pad"] = std::int64_t{1};
        b.output(b.node("AveragePool", {x}, held, 11));
        const lowered_model m = lower(b.build(), {});
        CHECK(!std::get<tigris::ops::pool>(m.nodes[0].op).count_include_pad);
        CHECK(output_dims(m) == extents{1, 3, 3, 1});
    }
    SUBCASE("AveragePool that counts padding") {
        held["count_include_pad"] = std::int64_t{1};
        held["pads"] = extents{0, 1, 0, 0};
        b.output(b.node("AveragePool", {x}, held, 11));
        CHECK(steps(lower(b.build(), {})) == names{"pool_nd"});
    }
}

TEST_CASE(
    "weights: depthwise [kernel_h, kernel_w, outputs], others [outputs, kernel_h, kernel_w, "
    "channels]") {
    model_builder b;
    const value_id x = b.input({1, 4, 6, 6});
    b.output(b.node("Conv", {x, b.constant({8, 1, 3, 2})}, {{"group", std::int64_t{4}}}));
    b.output(b.node("Conv", {x, b.constant({6, 2, 3, 2})}, {{"group", std::int64_t{2}}}));
    onnx_model m = b.build();
    set_operator(m.nodes[0], "tigris.DepthwiseConv");
    const lowered_model lowered = lower(m, {});
    CHECK(steps(lowered) == names{"depthwise_conv", "conv"});
    CHECK(dims_of(tensor_at(lowered, lowered.nodes[0].inputs[1])) == extents{3, 2, 8});
    CHECK(dims_of(tensor_at(lowered, lowered.nodes[1].inputs[1])) == extents{6, 3, 2, 2});
    set_operator(m.nodes[0], "Conv");
    CHECK(results_of(m)[0] == results_of([&] {
              onnx_model depthwise = m;
              set_operator(depthwise.nodes[0], "tigris.DepthwiseConv");
              return depthwise;
          }())[0]);
}

TEST_CASE("Gemm: factors, transposed data, and a C that is a whole matrix") {
    model_builder b;
    const value_id x = b.input({2, 3});
    const value_id w = b.constant({3, 2}, {1, 2, 3, 4, 5, 6});
    elements expected{1 * -11 + 3 * 3 + 5 * -6, 2 * -11 + 4 * 3 + 6 * -6, 1 * 8 + 3 * -1 + 5 * -10,
                      2 * 8 + 4 * -1 + 6 * -10};
    value_id y = absent;
    SUBCASE("factors") {
        y = b.node("Gemm", {x, w, b.constant({2}, {10, 20})}, {{"alpha", 2.f}, {"beta", 0.5f}});
        for (std::size_t k = 0; k < 4; ++k) expected[k] = 2 * expected[k] + (k % 2 ? 10 : 5);
    }
    SUBCASE("a matrix C") {
        y = b.node("Gemm", {x, w, b.constant({2, 2}, {1, 2, 3, 4})}, {{"beta", 2.f}});
        for (std::size_t k = 0; k < 4; ++k) expected[k] += 2.0 * static_cast<double>(k + 1);
    }
    SUBCASE("a column C") {
        y = b.node("Gemm", {x, w, b.constant({2, 1}, {100, 200})});
        for (std::size_t k = 0; k < 4; ++k) expected[k] += k < 2 ? 100 : 200;
    }
    SUBCASE("transposed data") {
        y = b.node("Gemm", {b.node("Transpose", {x}), w}, {{"transA", std::int64_t{1}}});
        b.output(y);
        CHECK(steps(lower(b.build(), {})) == names{"gemm"});
        b.model.outputs.clear();
    }
    b.output(y);
    CHECK(results_of(b.build())[0] == expected);
}

TEST_CASE("BatchNormalization alone is a 1x1 depthwise_conv, for rows too") {
    for (const extents& dims : {extents{2, 3}, extents{2, 3, 4}, extents{2, 3, 4, 5}}) {
        model_builder b;
        const value_id x = b.input(dims);
        b.output(b.node("BatchNormalization",
                        {x, b.constant({3}, {1, 2, 3}), b.constant({3}, {4, 5, 6}),
                         b.constant({3}, {0, 1, 2}), b.constant({3}, {1, 4, 9})},
                        {{"epsilon", 0.f}}, 15));
        b.output(b.node("Identity", {x}));
        const onnx_model m = b.build();
        const auto results = results_of(m);
        const std::size_t inner = results[0].size() / 6;
        for (std::size_t k = 0; k < results[0].size(); ++k) {
            const auto c = static_cast<double>(k / inner % 3);
            CHECK(results[0][k] ==
                  doctest::Approx((results[1][k] - c) / (c + 1) * (c + 1) + 4 + c));
        }
        CHECK(steps(lower(m, {}))[dims.size() == 2 ? 1 : 0] == "depthwise_conv");
    }
}

TEST_CASE("a quantized layer has bias, multiplier and shift, one of each where all are equal") {
    const auto lowered = [](std::vector<double> scales) {
        model_builder b;
        const auto count = static_cast<std::int64_t>(scales.size());
        const value_id x = b.dequantize(b.input({1, 2}, dtype::i8), 0.5f, 3);
        const value_id w =
            b.node("DequantizeLinear",
                   {b.constant({2, 2}, {1, 2, 3, 4}, dtype::i8), b.constant({count}, scales),
                    b.constant({count}, std::vector<double>(scales.size(), 0), dtype::i8)},
                   {{"axis", std::int64_t{1}}});
        b.output(b.quantize(b.node("MatMul", {x, w}), 1.0f, 0));
        onnx_model m = b.build();
        run_passes(m, {});
        return lower(m, {});
    };
    const lowered_model each = lowered({0.5, 0.25}), one = lowered({0.5, 0.5});
    REQUIRE(each.nodes[0].inputs.size() == 5);
    const auto numbers = [](const lowered_model& m, std::size_t slot) {
        const auto index = static_cast<std::size_t>(tensor_at(m, m.nodes[0].inputs[slot]).index);
        return numbers_of(m.constants[index]);
    };
    CHECK(numbers(each, 1) == std::vector<double>{1, 3, 2, 4});
    CHECK(numbers(each, 2) == std::vector<double>{-12, -18});
    CHECK(numbers(each, 3) == std::vector<double>{1 << 30, 1 << 30});
    CHECK(numbers(each, 4) == std::vector<double>{-1, -2});
    CHECK(numbers(one, 3) == std::vector<double>{1 << 30});
    CHECK(numbers(one, 4) == std::vector<double>{-1});
}

TEST_CASE("an accumulator that could leave 32 bits is refused") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2}, dtype::i8), 0.5f, 3);
    const value_id w = b.dequantize(b.constant({2, 2}, {100, 2, 3, 4}, dtype::i8), 0.5f, 0);
    const value_id bias =
        b.dequantize(b.constant({2}, {2147480000, 1}, dtype::i32), 0.25f, 0, dtype::i32);
    b.output(b.quantize(b.node("Gemm", {x, w, bias}), 1.0f, 0));
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK_THROWS_AS(lower(m, {}), failure);
}

TEST_CASE("a sum whose multipliers would saturate is refused") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 4}, dtype::i8), 100.0f, 0);
    SUBCASE("Add") { b.output(b.quantize(b.node("Add", {x, x}), 1e-8f, 0)); }
    SUBCASE("Softmax") { b.output(b.quantize(b.node("Softmax", {x}), 1e-10f, 0)); }
    SUBCASE("LogSoftmax") { b.output(b.quantize(b.node("LogSoftmax", {x}), 1e-8f, 0)); }
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK_THROWS_AS(lower(m, {}), failure);
}

TEST_CASE("Sigmoid, HardSigmoid and HardSwish are unary") {
    model_builder b;
    const value_id x = b.input({1, 4});  // -11, 3, -6, 8
    b.output(b.node("Sigmoid", {x}));
    b.output(b.node("HardSigmoid", {x}, {{"alpha", 0.125f}, {"beta", 0.25f}}));
    b.output(b.node("HardSigmoid", {x}));
    b.output(b.node("HardSwish", {x}, {}, 14));
    const onnx_model m = b.build();
    CHECK(steps(lower(m, {})) == names(4, "unary"));
    const auto results = results_of(m);
    CHECK(results[0][1] == doctest::Approx(0.95257413));
    CHECK(results[1] == elements{0, 0.625, 0, 1});
    CHECK(results[2][1] == 1);
    CHECK(results[3] == elements{0, 3, 0, 8});
}

namespace {

/// The step that a Resize of [1, 1, 2, 4] becomes, and its result.
struct resized {
    tigris::ops::resize op;
    elements result;
};

resized resize(const attributes& held, std::vector<double> scales, const extents& sizes = {},
               int since = 13) {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 4});  // -11 3 -6 8, -1 -10 4 -5
    const value_id list = scales.empty() ? absent : b.constant({4}, scales);
    std::vector<value_id> inputs{x, absent, list, sizes.empty() ? absent : b.integers(sizes)};
    if (since < 11) inputs = {x, list};
    b.output(b.node("Resize", inputs, held, since));
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, {});
    return {std::get<tigris::ops::resize>(lowered.nodes.back().op), results_of(m)[0]};
}

attributes modes(const std::string& mode, const std::string& coordinates = "half_pixel") {
    return {{"mode", mode}, {"coordinate_transformation_mode", coordinates}};
}

}  // namespace

TEST_CASE("Resize: scales are there only where extents do not say them") {
    CHECK(resize({}, {1, 1, 2, 2}).op.scale_h == 0);
    CHECK(resize({}, {1, 1, 2, 2}).op.scale_w == 0);
    CHECK(resize({}, {1, 1, 1, 0.6}).op.scale_w == 0.6f);
    CHECK(resize({}, {}, {1, 1, 2, 3}).op.scale_w == 0);
}

TEST_CASE("Resize: modes") {
    using enum tigris::ops::resize_coordinates;
    using enum tigris::ops::nearest_rounding;
    CHECK(resize({}, {1, 1, 1, 0.5}).op.nearest == round_prefer_floor);
    CHECK(resize({}, {1, 1, 1, 2}, {}, 10).op.nearest == floor);
    CHECK(resize({}, {1, 1, 1, 0.6}, {}, 10).op.nearest == ceil);
    CHECK(resize({}, {1, 1, 1, 0.6}, {}, 10).op.coordinates == asymmetric);
    CHECK(resize(modes("linear"), {1, 1, 2, 1}).op.function ==
          tigris::ops::resize_function::linear);
    CHECK(resize(modes("linear", "align_corners"), {1, 1, 2, 1}).op.coordinates == align_corners);
    CHECK(resize(modes("nearest", "half_pixel_symmetric"), {1, 1, 2, 1}, {}, 19).op.coordinates ==
          half_pixel_symmetric);
    attributes up = modes("nearest", "pytorch_half_pixel");
    up["nearest_mode"] = std::string("round_prefer_ceil");
    CHECK(resize(up, {1, 1, 2, 1}).op.coordinates == pytorch_half_pixel);
    CHECK(resize(up, {1, 1, 2, 1}).op.nearest == round_prefer_ceil);
}

TEST_CASE("Resize: results") {
    CHECK(resize({}, {1, 1, 1, 0.5}).result == elements{-11, -6, -1, 4});
    CHECK(resize({}, {1, 1, 1, 0.6}, {}, 10).result == elements{-11, -6, -1, 4});
    CHECK(resize(modes("linear"), {1, 1, 0.5, 0.5}).result == elements{-4.75, 0.25});
    CHECK(resize(modes("linear", "align_corners"), {}, {1, 1, 3, 2}).result ==
          elements{-11, 8, -6, 1.5, -1, -5});
}

TEST_CASE("a Resize between layers that want channels last needs no transpose") {
    model_builder b;
    const value_id image = b.node("Conv", {b.input({1, 3, 2, 5}), b.constant({3, 3, 1, 1})});
    const value_id larger = b.node("Resize", {image, absent, b.constant({4}, {1, 1, 2, 2})});
    b.output(b.node("Conv", {larger, b.constant({3, 3, 1, 1})}));
    CHECK(steps(lower(b.build(), {})) == names{"conv", "resize", "conv"});
}

TEST_CASE("a Resize of rows and columns that come first needs no transpose") {
    model_builder b;
    b.output(b.node("Resize", {b.input({1, 2, 5, 3}), absent, b.constant({4}, {1, 2, 2, 1})}));
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"resize"});
    CHECK(output_dims(m) == extents{1, 4, 10, 3});
}

TEST_CASE("the rows of a matrix are resized as signals") {
    model_builder b;
    const value_id x = b.input({2, 2});  // -11 3, -6 8
    b.output(b.node("Resize", {x, absent, absent, b.integers({2, 3})},
                    modes("linear", "align_corners")));
    const onnx_model m = b.build();
    CHECK(results_of(m)[0] == elements{-11, -4, 3, -6, 1, 8});
    CHECK(steps(lower(m, {})) == names{"reshape", "resize", "reshape"});
}

TEST_CASE("what a Resize cannot be is a diagnostic") {
    const auto verdict = [](attributes held, std::vector<double> scales, int since = 13) {
        return verdict_of([&] { resize(held, scales, {}, since); });
    };
    CHECK(verdict({}, {1, 1, 1, 1e7}).says(no, "elements"));
    attributes up = modes("nearest", "tf_half_pixel_for_nn");
    up["nearest_mode"] = std::string("ceil");
    CHECK(verdict(up, {1, 1, 2, 2}, 11).says(no, "rounds up"));
    for (const char* mode : {"linear", "cubic"})
        CHECK(verdict(modes(mode, "tf_half_pixel_for_nn"), {1, 1, 2, 2}, 11)
                  .says(no, "half an element"));
}

TEST_CASE("a Resize that rows cannot do is one of its axes after the other") {
    const auto made = [](attributes held, std::vector<double> scales) {
        model_builder b;
        b.output(b.node("Resize", {b.input({1, 2, 2, 4}), absent, b.constant({4}, scales)}, held));
        return steps(lower(b.build(), {}));
    };
    CHECK(made(modes("cubic"), {1, 1, 2, 2}) == names{"interpolate", "interpolate"});
    CHECK(made({}, {2, 1, 1, 1}) == names{"interpolate"});
    CHECK(made({}, {1, 2, 2, 2}) == names{"interpolate", "interpolate", "interpolate"});
    CHECK(made(modes("linear"), {1, 1, 2, 2}) == names{"resize"});
}

TEST_CASE("what windows over rows cannot do runs whole") {
    const auto made = [](const std::string& op, const extents& x, const extents& w, bool constant) {
        model_builder b;
        const value_id weights = constant ? b.constant(w) : b.input(w);
        b.output(b.node(op, {b.input(x), weights}));
        return steps(lower(b.build(), {}));
    };
    CHECK(made("Conv", {1, 3, 4, 5}, {3, 3, 1, 1}, true) == names{"conv"});
    CHECK(made("Conv", {1, 3, 4, 5, 6}, {3, 3, 1, 1, 1}, true) == names{"conv_nd"});
    CHECK(made("Conv", {1, 3, 4}, {3, 3, 1}, false).back() == "conv_nd");
    CHECK(made("ConvTranspose", {1, 3, 4, 5}, {3, 2, 2, 2}, true) == names{"conv_transpose"});
    CHECK(made("ConvTranspose", {1, 3, 4}, {3, 2, 2}, true) == names{"conv_transpose"});
    CHECK(made("ConvTranspose", {1, 3, 4, 5, 6}, {3, 2, 1, 1, 1}, true) == names{"conv_nd"});
    CHECK(made("ConvTranspose", {1, 3, 4}, {3, 2, 2}, false).back() == "conv_nd");
}

TEST_CASE("equal constants are one") {
    model_builder b;
    const value_id x = b.input({1, 3, 4, 5});
    b.output(b.node("Conv", {x, b.constant({3, 3, 1, 1})}));
    b.output(b.node("Conv", {x, b.constant({3, 3, 1, 1})}));
    b.output(b.node("Conv", {x, b.constant({3, 3, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}));
    CHECK(lower(b.build(), {}).constants.size() == 2);
}

TEST_CASE("what cannot be lowered is a diagnostic") {
    model_builder b;
    SUBCASE("four spatial axes") {
        b.output(b.node("Conv", {b.input({1, 3, 4, 5, 6, 2}), b.constant({3, 3, 1, 1, 1, 1})}));
    }
    SUBCASE("half precision") { b.output(b.node("Identity", {b.input({4}, dtype::f16)})); }
    CHECK_THROWS_AS(lower(b.build(), {}), failure);
}
