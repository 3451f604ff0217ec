// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/moves/slice.hpp>

#include <helpers/backend_slices.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("parts of rows") { tigris::test::slices::check<tigris::kernels::helium_tag>(); }
