// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/moves/slice.hpp>

#include <helpers/backend_slices.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("parts of rows") { tigris::test::slices::check<tigris::kernels::arm_dsp_tag>(); }
