// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/moves/convert.hpp>

#include <helpers/backend_conversions.hpp>

#include <doctest/doctest.h>

TEST_CASE("codes of another quantization") {
    tigris::test::check_conversions<tigris::kernels::helium_tag>();
}
