// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/binary/kernel.hpp>

#include <helpers/backend_sums.hpp>

#include <doctest/doctest.h>

TEST_CASE("sums") {
    tigris::test::check_sums<tigris::kernels::arm_dsp_tag, tigris::ops::binary_function::add>();
}

TEST_CASE("differences") {
    tigris::test::check_sums<tigris::kernels::arm_dsp_tag,
                             tigris::ops::binary_function::subtract>();
}

TEST_CASE("products") {
    tigris::test::check_sums<tigris::kernels::arm_dsp_tag,
                             tigris::ops::binary_function::multiply>();
}
