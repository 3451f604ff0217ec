// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/prepared_constants.hpp>

#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_tables.hpp>
#include <tigris/kernels/helium/depthwise_conv/sixteens_scales.hpp>

#include <doctest/doctest.h>

#include <cstring>

using namespace onnx2hpp;

namespace {

constexpr int channels = 16;

tigris::tensor prepared_from(int index, tigris::dtype type, const tigris::shape& dims) {
    return {.kind = tigris::tensor_kind::constant,
            .type = type,
            .index = std::int16_t(index),
            .dims = dims};
}

template <class T>
tensor_data data_of(tigris::dtype type, extents dims, const std::vector<T>& items) {
    tensor_data c{type, std::move(dims), std::vector<std::byte>(items.size() * sizeof(T))};
    std::memcpy(c.bytes.data(), items.data(), c.bytes.size());
    return c;
}

/// One for each channel, of which the last is no short scale.
std::vector<std::int32_t> numbers(std::int32_t first, std::int32_t step) {
    std::vector<std::int32_t> made;
    for (int c = 0; c < channels; ++c) made.push_back(first + c * step);
    return made;
}
const std::vector<std::int32_t> biases = numbers(-700, 131);
const std::vector<std::int32_t> multipliers = numbers(1 << 30, 12'345'678);
std::vector<std::int8_t> shifts_of_channels() {
    std::vector<std::int8_t> made;
    for (int c = 0; c < channels; ++c) made.push_back(std::int8_t(c + 1 < channels ? -3 - c : -30));
    return made;
}
const std::vector<std::int8_t> shifts = shifts_of_channels();

std::vector<std::int8_t> weights_of_windows() {
    std::vector<std::int8_t> made;
    for (int i = 0; i < 9 * channels; ++i) made.push_back(std::int8_t(i * 29 % 255 - 127));
    return made;
}

constexpr tigris::ops::depthwise_conv windows{.window = {.kernel_h = 3,
                                                         .kernel_w = 3,
                                                         .pad_top = 1,
                                                         .pad_left = 1,
                                                         .pad_bottom = 1,
                                                         .pad_right = 1}};

/// A depthwise convolution of 3x3 in an image of 4x4, behind a step that prepares nothing.
lowered_model depthwise_layer() {
    using tigris::dtype;
    lowered_model model;
    model.rounds = tigris::rounding::tflite;
    const tigris::tensor image{
        .type = dtype::i8, .dims = {4, {1, 4, 4, channels}}, .quant = {0.5f, 3}};
    model.tensors = {image,
                     prepared_from(0, dtype::i8, {4, {1, 3, 3, channels}}),
                     prepared_from(1, dtype::i32, {1, {channels}}),
                     prepared_from(2, dtype::i32, {1, {channels}}),
                     prepared_from(3, dtype::i8, {1, {channels}}),
                     image,
                     image};
    model.constants = {data_of(dtype::i8, {1, 3, 3, channels}, weights_of_windows()),
                       data_of(dtype::i32, {channels}, biases),
                       data_of(dtype::i32, {channels}, multipliers),
                       data_of(dtype::i8, {channels}, shifts)};
    model.nodes = {{"first", tigris::ops::unary{}, {0}, {5}},
                   {"layer", windows, {5, 1, 2, 3, 4}, {6}}};
    return model;
}

owned_plan plan_for(std::int32_t bytes) {
    owned_plan plan;
    plan.tasks.resize(2);
    plan.tasks[0].step = 0;
    plan.tasks[1].step = 1;
    plan.tasks[1].kernel.prepared_bytes = bytes;
    plan.tasks[1].prepared = true;
    return plan;
}

/// What a compiler makes of the same constants.
template <class Tag>
auto prepared_by_compiler(Tag tag) {
    static const std::vector<std::int8_t> w = weights_of_windows();
    tigris::kernels::depthwise_conv_layer<std::int8_t> record{};
    record.channels_out = channels;
    record.weights.bytes = w.data();
    record.result.bias = biases.data();
    record.result.multipliers = multipliers.data();
    record.result.shifts = shifts.data();
    record.result.zero_point_in = 3;
    record.result.codes = {.zero_point = 3, .low = -128, .high = 127};
    constexpr tigris::kernels::depthwise_conv_key key{
        .finish = {.rounds = tigris::rounding::tflite, .per_channel = true},
        .channels_out = channels};
    return prepare_constants<key>(tag, record);
}

template <class Tag>
void check_prepared(Tag tag, tigris::backend backend) {
    const auto expected = prepared_by_compiler(tag);
    const auto made = prepare_constants(depthwise_layer(), backend, plan_for(sizeof(expected)));
    REQUIRE(made.size() == 1);
    CHECK(made[0].step == 1);
    REQUIRE(made[0].bytes.size() == sizeof(expected));
    CHECK(std::memcmp(made[0].bytes.data(), &expected, sizeof(expected)) == 0);
}

}  // namespace

TEST_CASE("a blob has what a compiler would prepare") {
    check_prepared(tigris::kernels::arm_dsp_tag{}, tigris::arm_dsp);
    check_prepared(tigris::kernels::helium_tag{}, tigris::helium);
}

TEST_CASE("nothing is prepared where no step of the plan reads it") {
    owned_plan plan = plan_for(0);
    plan.tasks[1].prepared = false;
    CHECK(prepare_constants(depthwise_layer(), tigris::arm_dsp, plan).empty());
}

TEST_CASE("what no kernel of the backend prepares is a mistake in the plan") {
    CHECK_THROWS(prepare_constants(depthwise_layer(), tigris::portable, plan_for(64)));
}
