// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/binary.hpp>

#include <helpers/backend_sums.hpp>

#include <doctest/doctest.h>

using tigris::kernels::cmsis_nn_tag;
using enum tigris::ops::binary_function;

TEST_CASE("sums") { tigris::test::check_sums<cmsis_nn_tag, add>(); }

TEST_CASE("differences") { tigris::test::check_sums<cmsis_nn_tag, subtract>(); }

TEST_CASE("products") { tigris::test::check_sums<cmsis_nn_tag, multiply>(); }

TEST_CASE("codes of 16 bits") {
    tigris::test::check_sums<cmsis_nn_tag, add, int16_t>();
    tigris::test::check_sums<cmsis_nn_tag, subtract, int16_t>();
    tigris::test::check_sums<cmsis_nn_tag, multiply, int16_t>();
}
