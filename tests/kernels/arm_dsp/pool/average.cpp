// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/pool/average.hpp>

#include <helpers/backend_pools.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;
using kernels::arm_dsp_tag;

namespace {

constexpr ops::pool_function average = ops::pool_function::average, mean = ops::pool_function::mean;
constexpr ops::window padded{3, 3, 1, 1, 1, 1, 1, 1, 1, 1};

}  // namespace

TEST_CASE("averages of four channels at once") {
    check_pools<arm_dsp_tag, pool_settings{.window = padded, .function = average}>();
    check_pools<arm_dsp_tag,
                pool_settings{.window{3, 2, 2, 1}, .channels = 7, .function = average}>();
    check_pools<arm_dsp_tag,
                pool_settings{
                    .window{2, 3, 1, 2, 2, 1, 4, 4, 4, 4}, .channels = 8, .function = mean}>();
}

TEST_CASE("averages that count padding") {
    check_pools<arm_dsp_tag, pool_settings{.window = padded,
                                           .channels = 5,
                                           .function = average,
                                           .count_include_pad = true}>();
}

TEST_CASE("averages between two quantizations") {
    check_pools<arm_dsp_tag, pool_settings{.window = padded,
                                           .channels = 8,
                                           .one_quantization = false,
                                           .function = average}>();
}

TEST_CASE("fewer channels are left to the portable kernel") {
    check_pools<arm_dsp_tag,
                pool_settings{.window{2, 2, 2, 2}, .channels = 3, .function = average}>();
}
