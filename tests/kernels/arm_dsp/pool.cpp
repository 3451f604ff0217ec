// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/pool.hpp>

#include <support/backend_pools.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;
using tigris::kernels::arm_dsp_tag;

TEST_CASE("maxima of four channels at once") {
    check_pools<arm_dsp_tag, pool_settings{.window{2, 2, 2, 2}}>();
    check_pools<arm_dsp_tag, pool_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_pools<arm_dsp_tag, pool_settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels = 7}>();
    check_pools<arm_dsp_tag, pool_settings{.window{2, 3, 1, 2, 2, 1, 4, 4, 4, 4}, .channels = 8}>();
}

TEST_CASE("what is left to the portable kernel") {
    check_pools<arm_dsp_tag, pool_settings{.window{2, 2, 2, 2}, .channels = 3}>();
    check_pools<arm_dsp_tag,
                pool_settings{.window{2, 2, 2, 2}, .channels = 4, .one_quantization = false}>();
    check_pools<arm_dsp_tag,
                pool_settings{
                    .window{2, 2, 2, 2}, .channels = 8, .function = ops::pool_function::average}>();
}
