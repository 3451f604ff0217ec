// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/pooled_images.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr pool_key key_with(window_key w, dtype type = dtype::i8,
                            ops::pool_function f = ops::pool_function::average) {
    return {.window = w, .function = f, .in = type, .out = type};
}
constexpr window_key three{.kernel_h = 3, .kernel_w = 3};

/// Whether all windows touch an image of four rows and five columns. The call makes `rows_out` rows
/// from row `first` on.
struct call {
    int first = 0;
    int rows_out = 1;
    int pad_left = 0;
    int width_out = 3;
    int stride = 1;
};
bool touches(const call& c) {
    const image_layer l{.window = window_of({.kernel_h = 3,
                                             .kernel_w = 3,
                                             .stride_h = std::int16_t(c.stride),
                                             .stride_w = std::int16_t(c.stride)}),
                        .width_in = 5,
                        .width_out = c.width_out,
                        .pad_left = c.pad_left};
    const std::int8_t image[20]{};
    return touch_image(l, whole_window(image, c.first, 4, 5), c.rows_out);
}

}  // namespace

TEST_CASE("libraries pool codes of one type under windows of neighbors") {
    CHECK(pools_images(key_with(three), dtype::i8));
    CHECK(pools_images(key_with(three, dtype::i16), dtype::i16));
    CHECK(pools_images(key_with(three, dtype::i8, ops::pool_function::max), dtype::i8));
    CHECK_FALSE(pools_images(key_with(three), dtype::i16));
    CHECK_FALSE(pools_images(key_with(three, dtype::i8, ops::pool_function::mean), dtype::i8));
}

TEST_CASE("dilation is none where there is but one tap") {
    CHECK_FALSE(pools_images(key_with({.kernel_h = 2, .dilation_h = 2}), dtype::i8));
    CHECK_FALSE(pools_images(key_with({.kernel_w = 2, .dilation_w = 2}), dtype::i8));
    CHECK(pools_images(key_with({.kernel_w = 2, .dilation_h = 2}), dtype::i8));
    CHECK(pools_images(key_with({.kernel_h = 2, .dilation_w = 2}), dtype::i8));
}

TEST_CASE("a layer of images counts channels and steps in bytes") {
    constexpr pool_key dense = key_with({.kernel_w = 2, .dilation_h = 2}, dtype::i16);
    constexpr pool_key slices{.in = dtype::i16, .out = dtype::i16, .out_pixel_stride = 7};
    const pool_layer<std::int16_t> layer{
        .width_in = 9, .width_out = 8, .channels = 3, .pad_left = 1};
    const image_layer images = pooled_images_of<dense>(layer);
    CHECK((images.channels_in == 6 && images.channels_out == 6 && images.out_step == 6));
    CHECK((images.width_in == 9 && images.width_out == 8 && images.pad_left == 1));
    CHECK((images.leaves_padding_out && images.window.dilation_h == 1));
    CHECK(pooled_images_of<slices>(layer).out_step == 14);
}

TEST_CASE("windows touch the image if the first and the last one do, in both directions") {
    CHECK(touches({}));
    CHECK(touches({.first = -2}));
    CHECK_FALSE(touches({.first = -3}));
    CHECK(touches({.first = 1, .rows_out = 3}));
    CHECK_FALSE(touches({.first = 1, .rows_out = 4}));
    CHECK_FALSE(touches({.first = 1, .rows_out = 3, .stride = 2}));
    CHECK(touches({.pad_left = 2, .width_out = 7}));
    CHECK_FALSE(touches({.pad_left = 3, .width_out = 7}));
    CHECK_FALSE(touches({.pad_left = 2, .width_out = 8}));
    CHECK_FALSE(touches({.first = 4}));
}

TEST_CASE("a library pools between tensors of one quantization, if padding does not count") {
    pool_layer<std::int8_t> layer;
    layer.result.multiplier = quantized_multiplier(1);
    const image_layer images{.window = window_of(three), .width_in = 5, .width_out = 3};
    const std::int8_t image[20]{};
    const auto in = whole_window(image, 0, 4, 5);
    CHECK(are_pooled(images, layer, in, 1));
    pool_layer<std::int8_t> counted = layer, rescaled = layer;
    counted.count_include_pad = true, rescaled.result.zero_point_in = 1;
    CHECK_FALSE(are_pooled(images, counted, in, 1));
    CHECK_FALSE(are_pooled(images, rescaled, in, 1));
    CHECK_FALSE(are_pooled(images, layer, whole_window(image, 4, 4, 5), 1));
}
