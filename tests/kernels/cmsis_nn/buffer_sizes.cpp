// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/buffer_sizes.hpp>

#include <helpers/random.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>

#include <doctest/doctest.h>

using namespace tigris::kernels;
using namespace tigris::kernels::cmsis_nn_kernels;

namespace {

// There the library's ..._dsp asks functions that are for Helium.
#ifdef __ARM_FEATURE_MVE
constexpr bool is_helium = true;
#else
constexpr bool is_helium = false;
#endif

/// A shape as the library describes it.
struct described {
    cmsis_nn_conv_params conv;
    cmsis_nn_dw_conv_params depthwise;
    cmsis_nn_dims input, output, filter, depthwise_filter;

    explicit described(const image_shape& s) {
        const tigris::ops::window& w = s.window;
        const cmsis_nn_tile stride{w.stride_w, w.stride_h}, padding{w.pad_left, w.pad_top},
            dilation{w.dilation_w, w.dilation_h};
        conv = {0, 0, stride, padding, dilation, {-128, 127}};
        const int multiple = s.channels_out / s.channels_in;
        depthwise = {0, 0, multiple, stride, padding, dilation, {-128, 127}};
        input = {1, s.height_in, s.width_in, s.channels_in};
        output = {1, 1, s.width_out, s.channels_out};
        filter = {s.channels_out, w.kernel_h, w.kernel_w, s.channels_in / s.groups};
        depthwise_filter = {1, w.kernel_h, w.kernel_w, s.channels_out};
    }
};

/// Rows of one and of more rows, kernels of one and of more taps.
image_shape random_shape(tigris::test::random_numbers& r) {
    image_shape s;
    const auto one_or = [&](int most) { return int16_t(r.chance(2) ? 1 : r.between(1, most)); };
    s.window = {one_or(5), one_or(5), one_or(3), one_or(3), one_or(3), one_or(3)};
    if (r.chance(2)) s.window.pad_top = int16_t(r.between(0, 2));
    if (r.chance(2)) s.window.pad_left = int16_t(r.between(0, 2));
    s.groups = r.chance(4) ? 2 : 1;
    s.channels_in = s.groups * r.between(1, 150);
    s.channels_out = s.groups * r.between(1, 40);
    s.height_in = one_or(9);
    s.width_out = r.between(1, 20);
    s.width_in = (s.width_out - 1) * s.window.stride_w + s.window.kernel_w + r.between(-2, 1);
    return s;
}

void check_conv(const image_shape& s) {
    const described d(s);
    CHECK((is_helium || conv_buffer_16(s) == arm_convolve_wrapper_s8_get_buffer_size_dsp(
                                                 &d.conv, &d.input, &d.filter, &d.output)));
    CHECK(conv_buffer_mve(s) ==
          arm_convolve_wrapper_s8_get_buffer_size_mve(&d.conv, &d.input, &d.filter, &d.output));
    CHECK(conv_buffer(s) >=
          arm_convolve_wrapper_s8_get_buffer_size(&d.conv, &d.input, &d.filter, &d.output));
}

void check_depthwise(image_shape s) {
    s.groups = 1;
    s.channels_out = s.channels_in * (s.channels_in % 3 ? 1 : 2);
    const described d(s);
    const cmsis_nn_dims* filter = &d.depthwise_filter;
    CHECK(depthwise_buffer_dsp(s) == arm_depthwise_conv_wrapper_s8_get_buffer_size_dsp(
                                         &d.depthwise, &d.input, filter, &d.output));
    CHECK(depthwise_buffer_mve(s) == arm_depthwise_conv_wrapper_s8_get_buffer_size_mve(
                                         &d.depthwise, &d.input, filter, &d.output));
    CHECK(depthwise_buffer(s) >=
          arm_depthwise_conv_wrapper_s8_get_buffer_size(&d.depthwise, &d.input, filter, &d.output));
}

/// Of 16-bit codes, without groups.
void check_wide(image_shape s) {
    s.groups = 1;
    s.channels_out = s.channels_in * (s.channels_in % 3 ? 1 : 2);
    const described d(s);
    const cmsis_nn_dims* filter = &d.depthwise_filter;
    CHECK(wide_conv_buffer(s) ==
          arm_convolve_wrapper_s16_get_buffer_size_mve(&d.conv, &d.input, &d.filter, &d.output));
    CHECK(wide_conv_buffer(s) >=
          arm_convolve_wrapper_s16_get_buffer_size(&d.conv, &d.input, &d.filter, &d.output));
    CHECK(wide_depthwise_buffer(s) == arm_depthwise_conv_wrapper_s16_get_buffer_size_mve(
                                          &d.depthwise, &d.input, filter, &d.output));
    CHECK(wide_depthwise_buffer(s) >= arm_depthwise_conv_wrapper_s16_get_buffer_size_dsp(
                                          &d.depthwise, &d.input, filter, &d.output));
    CHECK(average_buffer(s.channels_in) ==
          arm_avgpool_s16_get_buffer_size_dsp(s.width_out, s.channels_in));
    CHECK(arm_avgpool_s16_get_buffer_size_mve(s.width_out, s.channels_in) == 0);
    const cmsis_nn_dims columns{1, 1, 1, s.channels_out};
    CHECK(matmul_buffer(s.channels_out) == arm_fully_connected_s8_get_buffer_size_mve(&columns));
}

}  // namespace

TEST_CASE("the formulas are the library's") {
    tigris::test::random_numbers r(1);
    for (int i = 0; i < 5000; ++i) {
        const image_shape s = random_shape(r);
        check_conv(s);
        check_depthwise(s);
        check_wide(s);
        CHECK(average_buffer(s.channels_in) ==
              arm_avgpool_s8_get_buffer_size_dsp(s.width_out, s.channels_in));
        CHECK(arm_avgpool_s8_get_buffer_size_mve(s.width_out, s.channels_in) == 0);
    }
}

TEST_CASE("several outputs of one channel become a convolution") {
    const image_shape s{.window{3, 3},
                        .width_in = 9,
                        .height_in = 9,
                        .channels_in = 1,
                        .width_out = 7,
                        .channels_out = 8};
    const described d(s);
    CHECK(depthwise_buffer_mve(s) == arm_depthwise_conv_wrapper_s8_get_buffer_size_mve(
                                         &d.depthwise, &d.input, &d.depthwise_filter, &d.output));
}
