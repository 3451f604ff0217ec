// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/buffer_sizes.hpp>

#include <helpers/random.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>
#include <tigris/kernels/esp_nn/library.hpp>

#include <doctest/doctest.h>

using namespace tigris::kernels;
using namespace tigris::kernels::esp_nn_kernels;

// Declared in headers for those chips alone.
extern "C" {
int esp_nn_get_conv_scratch_size_esp32s3(const data_dims_t*, const data_dims_t*, const data_dims_t*,
                                         const conv_params_t*);
int esp_nn_get_depthwise_conv_scratch_size_esp32s3(const data_dims_t*, const data_dims_t*,
                                                   const data_dims_t*, const dw_conv_params_t*);
int esp_nn_get_conv_scratch_size_esp32p4(const data_dims_t*, const data_dims_t*, const data_dims_t*,
                                         const conv_params_t*);
}

namespace {

/// A shape as the library describes it.
struct described {
    conv_params_t conv;
    dw_conv_params_t depthwise;
    data_dims_t input, output, filter;

    explicit described(const image_shape& s) {
        const tigris::ops::window& w = s.window;
        const data_2d_t stride{w.stride_w, w.stride_h}, one{1, 1}, none{0, 0};
        conv = {0, 0, stride, none, one, {-128, 127}};
        depthwise = {0, 0, s.channels_out / s.channels_in, stride, none, one, {-128, 127}};
        input = {s.width_in, s.height_in, s.channels_in, 1};
        output = {s.width_out, s.height_out, s.channels_out, 1};
        filter = {w.kernel_w, w.kernel_h, s.channels_in, 1};
    }
    int conv_s3() const {
        return esp_nn_get_conv_scratch_size_esp32s3(&input, &filter, &output, &conv);
    }
    int conv_p4() const {
        return esp_nn_get_conv_scratch_size_esp32p4(&input, &filter, &output, &conv);
    }
    int depthwise_s3() const {
        return esp_nn_get_depthwise_conv_scratch_size_esp32s3(&input, &filter, &output, &depthwise);
    }
};

/// Kernels of one and of more taps, images of a few and of many pixels.
layer_shape random_layer(tigris::test::random_numbers& r) {
    layer_shape s;
    const auto one_or = [&](int most) { return int16_t(r.chance(2) ? 1 : r.between(1, most)); };
    s.window = {one_or(5), one_or(5), one_or(3), one_or(3)};
    if (r.chance(2)) s.window.kernel_h = s.window.kernel_w = 3;
    s.channels_in = r.chance(3) ? 8 * r.between(1, 9) : r.between(1, 40);
    s.channels_out = r.between(1, 40);
    s.width_out = r.between(1, r.chance(2) ? 4 : 60);
    s.rows_out = r.between(3, r.chance(2) ? 5 : 60);
    s.width_in = columns_under(s.window, s.width_out) + r.between(0, 2);
    return s;
}

void check_formulas(image_shape s) {
    CHECK(conv_buffer_s3(s) == described(s).conv_s3());
    CHECK(conv_buffer_p4(s) == described(s).conv_p4());
    for (int multiple = 1; multiple <= 4; ++multiple) {
        s.channels_out = multiple * s.channels_in;
        CHECK(depthwise_buffer(s) == described(s).depthwise_s3());
    }
}

/// Whether the planner's bytes are enough for every call.
template <class Bytes>
bool is_enough(const layer_shape& s, Bytes bytes) {
    const growing_bytes most = buffer_of(s, bytes);
    bool holds = most.first + most.each >= bytes(s.on_panel(1));
    for (int rows = 1; rows <= s.rows_out; ++rows)
        holds = holds && most.first + rows * most.each >= bytes(s.in_place(rows));
    return holds;
}

}  // namespace

TEST_CASE("the formulas are the library's") {
    tigris::test::random_numbers r(1);
    for (int i = 0; i < 5000; ++i) {
        const layer_shape s = random_layer(r);
        check_formulas(s.in_place(r.between(1, s.rows_out)));
        check_formulas(s.on_panel(r.between(1, s.width_out)));
    }
    CHECK(softmax_buffer(9) == esp_nn_get_softmax_scratch_size(9, 3));
}

TEST_CASE("what grows with the rows of a call is enough for all") {
    tigris::test::random_numbers r(2);
    for (int i = 0; i < 2000; ++i) {
        layer_shape s = random_layer(r);
        CHECK(is_enough(s, conv_buffer));
        s.channels_out = s.channels_in;
        CHECK(is_enough(s, depthwise_buffer));
    }
}

TEST_CASE("channels that do not come in eights: each row is copied") {
    const layer_shape s{{1, 1, 1, 1}, 20, 20, 20, 12, 16};
    const growing_bytes bytes = buffer_of(s, conv_buffer);
    CHECK(bytes.each == 20 * 16);
    CHECK(bytes.first == 16 * 16 + 16 * 16 + 64);
}
