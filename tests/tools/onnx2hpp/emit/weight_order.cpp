// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/weight_order.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using tigris::weight_order;

namespace {

constexpr std::size_t weights = 1;

tensor_data bytes_of(extents dims, const std::vector<int>& elements) {
    tensor_data c{tigris::dtype::i8, std::move(dims), {}};
    for (const int element : elements) c.bytes.push_back(std::byte(element));
    return c;
}

tigris::tensor constant(int index, tigris::dtype type, const tigris::shape& dims) {
    return {.kind = tigris::tensor_kind::constant,
            .type = type,
            .index = std::int16_t(index),
            .dims = dims};
}

/// Two outputs of four inputs, quantized.
lowered_model layer_with(const std::vector<int>& elements) {
    lowered_model model;
    const tigris::tensor row{.type = tigris::dtype::i8, .dims = {2, {1, 4}}, .quant = {0.5f, 0}};
    tigris::tensor result = row;
    result.dims = {2, {1, 2}};
    model.tensors = {row, constant(0, tigris::dtype::i8, {2, {2, 4}}),
                     constant(1, tigris::dtype::i32, {1, {1}}),
                     constant(2, tigris::dtype::i8, {1, {1}}), result};
    model.constants = {bytes_of({2, 4}, elements),
                       {tigris::dtype::i32, {1}, {4, std::byte{}}},
                       bytes_of({1}, {0})};
    model.nodes = {{"layer", tigris::ops::gemm{}, {0, weights, -1, 2, 3}, {4}}};
    return model;
}

weight_order order_for(const lowered_model& model, tigris::backend backend) {
    return with_weight_orders(model, backend).tensors[weights].order;
}

const std::vector<int> elements{1, 2, -3, 4, 5, -6, 7, 8};

}  // namespace

TEST_CASE("a backend's kernels say in which order they want weights") {
    CHECK(order_for(layer_with(elements), tigris::portable) == weight_order::canonical);
    CHECK(order_for(layer_with(elements), tigris::arm_dsp) == weight_order::arm_dsp_fours);
}

TEST_CASE("weights that do not fit in an order keep the canonical one") {
    CHECK(order_for(layer_with({1, 2, -128, 4, 5, 6, 7, 8}), tigris::arm_dsp) ==
          weight_order::canonical);
}

TEST_CASE("weights that vary have the order that they will fit in after training, too") {
    const auto order_of = [](const std::vector<int>& given, tigris::backend backend) {
        lowered_model model = layer_with(given);
        model.weights_vary = true;
        return order_for(model, backend);
    };
    CHECK(order_of(elements, tigris::arm_dsp) == weight_order::arm_dsp_fours);
    CHECK(order_of({1, 2, -128, 4, 5, 6, 7, 8}, tigris::arm_dsp) == weight_order::canonical);
    CHECK(order_of(elements, tigris::blocked) == order_for(layer_with(elements), tigris::blocked));
}

TEST_CASE("a -128 anywhere says that there may be some everywhere") {
    lowered_model model = layer_with(elements);
    model.weights_vary = true;
    model.tensors.push_back(constant(3, tigris::dtype::i8, {2, {2, 4}}));
    model.constants.push_back(bytes_of({2, 4}, {0, 0, 0, 0, 0, 0, 0, -128}));
    model.nodes.push_back({"other", tigris::ops::gemm{}, {0, 5, -1, 2, 3}, {4}});
    CHECK(order_for(model, tigris::arm_dsp) == weight_order::canonical);
    model.weights_vary = false;
    CHECK(order_for(model, tigris::arm_dsp) == weight_order::arm_dsp_fours);
}

TEST_CASE("sums of a long layer may become twice as large") {
    const auto order_of = [](int weight, bool weights_vary) {
        constexpr int inputs = 1024;
        lowered_model model = layer_with(elements);
        model.tensors[0].dims = {2, {1, inputs}};
        model.tensors[weights].dims = {2, {2, inputs}};
        model.constants[0] = bytes_of({2, inputs}, std::vector<int>(2 * inputs, weight));
        model.weights_vary = weights_vary;
        return order_for(model, tigris::arm_dsp);
    };
    CHECK(order_of(31, true) == weight_order::arm_dsp_fours);
    CHECK(order_of(32, true) == weight_order::canonical);
    CHECK(order_of(32, false) == weight_order::arm_dsp_fours);
}

TEST_CASE("weights that steps want in several orders keep the canonical one") {
    lowered_model model = layer_with(elements);
    model.nodes.push_back({"sum", tigris::ops::binary{}, {0, weights}, {4}});
    CHECK(order_for(model, tigris::arm_dsp) == weight_order::canonical);
}

TEST_CASE("two outputs' weights become one number, elements two apart one word") {
    const lowered_model model = with_weight_orders(layer_with(elements), tigris::arm_dsp);
    const auto made = with_arranged_weights(model).constants[0].bytes;
    // 256 * 5 + 1, 256 * 7 - 3; 256 * -6 + 2, 256 * 8 + 4
    CHECK(made == bytes_of({8}, {1, 5, -3, 6, 2, -6, 4, 8}).bytes);
    CHECK(with_arranged_weights(layer_with(elements)).constants[0].bytes ==
          bytes_of({8}, elements).bytes);
}

TEST_CASE("vectors of four outputs lie in turn, filled up with zeros") {
    const lowered_model model = with_weight_orders(layer_with(elements), tigris::helium);
    CHECK(model.tensors[weights].order == weight_order::helium_fours);
    std::vector<int> expected(64);
    for (std::size_t i = 0; i < 4; ++i) {
        expected[i] = elements[i];
        expected[16 + i] = elements[4 + i];
    }
    CHECK(with_arranged_weights(model).constants[0].bytes == bytes_of({64}, expected).bytes);
}

TEST_CASE(
    "floats of sixteen outputs lie side by side, filled up with zeros, bytes of one together") {
    lowered_model model;
    const tigris::tensor image{.dims = {4, {1, 1, 1, 2}}};
    model.tensors = {image, constant(0, tigris::dtype::f32, {4, {2, 1, 1, 2}}), image};
    model.constants = {{tigris::dtype::f32, {2, 1, 1, 2}, {}}};
    for (int byte = 0; byte < 16; ++byte) model.constants[0].bytes.push_back(std::byte(byte));
    model.nodes = {{"conv", tigris::ops::conv{}, {0, weights, -1}, {2}}};
    CHECK(order_for(model, tigris::arm_dsp) == weight_order::canonical);
    const lowered_model ordered = with_weight_orders(model, tigris::x86);
    CHECK(ordered.tensors[weights].order == weight_order::simd_sixteens);
    std::vector<int> expected(128);
    for (int byte = 0; byte < 4; ++byte) {
        expected[std::size_t(byte)] = byte;
        expected[std::size_t(4 + byte)] = 8 + byte;
        expected[std::size_t(64 + byte)] = 4 + byte;
        expected[std::size_t(68 + byte)] = 12 + byte;
    }
    CHECK(with_arranged_weights(ordered).constants[0].bytes == bytes_of({128}, expected).bytes);
}

TEST_CASE("floats of four outputs lie side by side on Cortex-M, unless much would be padding") {
    lowered_model model;
    const auto order_of = [&](std::int16_t outputs, tigris::backend backend) {
        const tigris::tensor vector{.dims = {2, {1, 1}}};
        model.tensors = {vector, constant(0, tigris::dtype::f32, {2, {outputs, 1}}), vector};
        model.tensors[2].dims = {2, {1, outputs}};
        model.constants = {{tigris::dtype::f32, {outputs, 1}, {}}};
        for (int byte = 0; byte < 4 * outputs; ++byte)
            model.constants[0].bytes.push_back(std::byte(byte));
        model.nodes = {{"gemm", tigris::ops::gemm{}, {0, weights, -1}, {2}}};
        return order_for(model, backend);
    };
    CHECK(order_of(9, tigris::helium) == weight_order::canonical);
    CHECK(order_of(10, tigris::helium) == weight_order::float_fours);
    CHECK(order_of(10, tigris::blocked) == weight_order::canonical);
    CHECK(order_of(7, tigris::arm_dsp) == weight_order::float_fours);
    const auto made = with_arranged_weights(with_weight_orders(model, tigris::arm_dsp));
    std::vector<int> expected(32);
    for (std::size_t byte = 0; byte < 28; ++byte) expected[byte] = int(byte);
    CHECK(made.constants[0].bytes == bytes_of({32}, expected).bytes);
}

TEST_CASE("depthwise weights lie sixteen channels by sixteen, unless one is -128") {
    const auto order_with = [](int weight) {
        lowered_model model;
        const tigris::tensor image{
            .type = tigris::dtype::i8, .dims = {4, {1, 3, 3, 32}}, .quant = {0.5f, 0}};
        tigris::tensor result = image;
        result.dims = {4, {1, 1, 1, 32}};
        model.tensors = {image, constant(0, tigris::dtype::i8, {3, {3, 3, 32}}),
                         constant(1, tigris::dtype::i32, {1, {1}}),
                         constant(2, tigris::dtype::i8, {1, {1}}), result};
        std::vector<int> taps(288, 1);
        taps[32] = weight;
        model.constants = {bytes_of({3, 3, 32}, taps),
                           {tigris::dtype::i32, {1}, {4, std::byte{}}},
                           bytes_of({1}, {0})};
        tigris::ops::depthwise_conv op{};
        op.window = {3, 3};
        model.nodes = {{"layer", op, {0, weights, -1, 2, 3}, {4}}};
        const lowered_model made = with_weight_orders(model, tigris::helium);
        const auto bytes = with_arranged_weights(made).constants[0].bytes;
        CHECK(bytes[made.tensors[weights].order == weight_order::canonical ? 32 : 16] ==
              std::byte(weight));
        return made.tensors[weights].order;
    };
    CHECK(order_with(-127) == weight_order::helium_sixteens);
    CHECK(order_with(-128) == weight_order::canonical);
}
