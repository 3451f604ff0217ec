// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/binary.hpp>

#include <support/backend_sums.hpp>

#include <doctest/doctest.h>

using tigris::kernels::esp_nn_tag;
using enum tigris::ops::binary_function;

TEST_CASE("sums") { tigris::test::check_sums<esp_nn_tag, add>(); }

TEST_CASE("differences") { tigris::test::check_sums<esp_nn_tag, subtract>(); }

TEST_CASE("products") { tigris::test::check_sums<esp_nn_tag, multiply>(); }
