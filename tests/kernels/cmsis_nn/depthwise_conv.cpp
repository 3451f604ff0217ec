// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/depthwise_conv.hpp>

#include <helpers/backend_windows.hpp>
#include <helpers/library_images.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("depthwise convolutions") {
    tigris::test::check_depthwise_convs<tigris::kernels::cmsis_nn_tag>();
}

TEST_CASE("depthwise convolutions over dying inputs, of many channels") {
    tigris::test::check_large_depthwise_convs<tigris::kernels::cmsis_nn_tag>();
}

namespace {

template <tigris::test::window_settings S>
void check_wide() {
    tigris::test::check_roundings<tigris::ops::depthwise_conv, tigris::kernels::cmsis_nn_tag,
                                  int16_t, S>(120, 7);
}

}  // namespace

TEST_CASE("depthwise convolutions of 16-bit codes") {
    using tigris::test::window_settings;
    check_wide<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_wide<window_settings{.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1},
                               .per_channel = false,
                               .channels_in = 16,
                               .channels_out = 16}>();
    check_wide<window_settings{.window{5, 3, 2, 2, 1, 1, 1, 2, 2, 1}}>();
    check_wide<window_settings{.window{3, 3, 1, 1, 2, 2, 2, 2, 2, 2}}>();
    check_wide<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                               .channels_in = 4,
                               .channels_out = 8,
                               .multiple = 2}>();
}
