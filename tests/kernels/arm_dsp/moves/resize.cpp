// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/moves/resize.hpp>

#include <helpers/backend_resizes.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("the nearest pixel") { tigris::test::resizes::check<tigris::kernels::arm_dsp_tag>(); }
