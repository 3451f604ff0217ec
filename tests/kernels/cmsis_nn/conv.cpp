// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/conv.hpp>

#include <helpers/backend_windows.hpp>
#include <helpers/library_images.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("convolutions") {
    tigris::test::check_convs<tigris::kernels::cmsis_nn_tag, tigris::weight_order::canonical>();
}

TEST_CASE("convolutions over dying inputs, of groups") {
    tigris::test::check_large_convs<tigris::kernels::cmsis_nn_tag>();
}

namespace {

template <tigris::test::window_settings S>
void check_wide_conv() {
    tigris::test::check_roundings<tigris::ops::conv, tigris::kernels::cmsis_nn_tag, int16_t, S>(120,
                                                                                                9);
}

}  // namespace

TEST_CASE("convolutions of 16-bit codes") {
    using tigris::test::window_settings;
    check_wide_conv<window_settings{.per_channel = false, .channels_in = 16, .channels_out = 8}>();
    check_wide_conv<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_wide_conv<window_settings{
        .window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3, .channels_out = 8}>();
    check_wide_conv<window_settings{.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false}>();
    check_wide_conv<window_settings{
        .window{5, 7, 1, 1, 1, 1, 2, 3, 2, 3}, .channels_in = 16, .channels_out = 3}>();
}
