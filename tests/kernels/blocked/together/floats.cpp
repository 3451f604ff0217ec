// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/all.hpp>

#include <helpers/backend_floats.hpp>

#include <doctest/doctest.h>

TEST_CASE("convolutions and fully connected layers of floats") {
    tigris::test::check_floats<tigris::kernels::blocked_tag>();
}
