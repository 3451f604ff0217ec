// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/unary.hpp>

#include <helpers/backend_curves.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("codes of a curve") { tigris::test::curves::check<tigris::kernels::arm_dsp_tag>(); }
