// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/depthwise_conv/kernel.hpp>

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("depthwise convolutions") {
    tigris::test::check_depthwise_convs<tigris::kernels::arm_dsp_tag>();
}
