// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/pool/kernel.hpp>

#include <helpers/backend_pools.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris::test;
using tigris::kernels::helium_tag;

TEST_CASE("maxima of sixteen channels at once") {
    check_maxima<helium_tag>();
    check_pools<helium_tag, pool_settings{.window{2, 2, 2, 2}, .channels = 1}>();
    check_pools<helium_tag, pool_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels = 32}>();
}
