// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/pool.hpp>

#include <helpers/library_pools.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>

#include <doctest/doctest.h>

using tigris::kernels::cmsis_nn_tag;
using enum tigris::ops::pool_function;

TEST_CASE("maxima") { tigris::test::check_pools_of<cmsis_nn_tag, max>(); }

TEST_CASE("averages") { tigris::test::check_pools_of<cmsis_nn_tag, average>(); }

TEST_CASE("what is left to the portable kernel") {
    tigris::test::check_pools_left_to_portable<cmsis_nn_tag>();
}

TEST_CASE("pools of 16-bit codes") {
    using tigris::test::check_pools;
    using tigris::test::pool_settings;
    check_pools<cmsis_nn_tag, pool_settings{.window{2, 2, 2, 2}}, int16_t>();
    check_pools<cmsis_nn_tag, pool_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels = 17},
                int16_t>();
    check_pools<cmsis_nn_tag,
                pool_settings{
                    .window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels = 7, .function = average},
                int16_t>();
    check_pools<cmsis_nn_tag,
                pool_settings{.window{2, 3, 1, 2, 1, 1, 4, 4, 4, 4}, .function = average},
                int16_t>();
}
