// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/moves/concat.hpp>

#include <helpers/backend_joins.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("runs of any length are joined") {
    tigris::test::joins::check<tigris::kernels::arm_dsp_tag>();
}
