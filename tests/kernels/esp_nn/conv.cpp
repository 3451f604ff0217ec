// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/conv.hpp>

#include <helpers/backend_windows.hpp>
#include <helpers/library_images.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("convolutions") {
    tigris::test::check_convs<tigris::kernels::esp_nn_tag, tigris::weight_order::canonical>();
}

TEST_CASE("convolutions over dying inputs, of groups") {
    tigris::test::check_large_convs<tigris::kernels::esp_nn_tag>();
}
