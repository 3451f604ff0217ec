// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/pool/global_average.hpp>

#include <helpers/backend_averages.hpp>

#include <doctest/doctest.h>

TEST_CASE("sums of rows") { tigris::test::check_averages<tigris::kernels::arm_dsp_tag>(); }
