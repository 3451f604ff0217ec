// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/pool.hpp>

#include <helpers/library_pools.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>

#include <doctest/doctest.h>

using tigris::kernels::esp_nn_tag;
using enum tigris::ops::pool_function;

TEST_CASE("maxima") { tigris::test::check_pools_of<esp_nn_tag, max>(); }

TEST_CASE("averages") { tigris::test::check_pools_of<esp_nn_tag, average>(); }

TEST_CASE("what is left to the portable kernel") {
    tigris::test::check_pools_left_to_portable<esp_nn_tag>();
}
