// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/depthwise_conv.hpp>

#include <support/backend_windows.hpp>
#include <tigris/kernels/blocked/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("depthwise convolutions") { check_depthwise_convs<blocked_tag>(); }

TEST_CASE("depthwise convolutions of floats") {
    check_roundings<ops::depthwise_conv, blocked_tag, float,
                    window_settings{.window{3, 3, 2, 1, 1, 1, 1, 1, 1, 1}}>(100, 9);
    check_roundings<ops::depthwise_conv, blocked_tag, float,
                    window_settings{.window{2, 3, 1, 1, 1, 2, 1, 2, 0, 1}, .multiple = 2}>(100, 9);
}
