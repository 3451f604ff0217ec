// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/depthwise_conv.hpp>

#include <helpers/backend_windows.hpp>
#include <helpers/library_images.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("depthwise convolutions") {
    tigris::test::check_depthwise_convs<tigris::kernels::esp_nn_tag>();
}

TEST_CASE("depthwise convolutions over dying inputs, of many channels") {
    tigris::test::check_large_depthwise_convs<tigris::kernels::esp_nn_tag>();
}
