// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/pool/global_average.hpp>

#include <helpers/backend_averages.hpp>

#include <doctest/doctest.h>

TEST_CASE("sums of rows") { tigris::test::check_averages<tigris::kernels::helium_tag>(); }

TEST_CASE("averages of sums") {
    tigris::test::check_all_average_codes<tigris::kernels::helium_tag>();
}
