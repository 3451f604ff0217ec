// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/conv/kernel.hpp>

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("convolutions") {
    tigris::test::check_convs<tigris::kernels::arm_dsp_tag, tigris::weight_order::arm_dsp_pairs>();
}
