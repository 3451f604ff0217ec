// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/pool/kernel.hpp>

#include <helpers/backend_pools.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/pool/average.hpp>

#include <doctest/doctest.h>

using namespace tigris::test;
using tigris::kernels::arm_dsp_tag;

TEST_CASE("maxima of four channels at once") { check_maxima<arm_dsp_tag>(); }

TEST_CASE("fewer channels are left to the portable kernel") {
    check_pools<arm_dsp_tag, pool_settings{.window{2, 2, 2, 2}, .channels = 3}>();
}
