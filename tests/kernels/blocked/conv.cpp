// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/conv.hpp>

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/blocked/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("convolutions") { check_convs<blocked_tag, weight_order::blocked_fours>(); }

TEST_CASE("one tap, windows where they lie in the image or beside it") {
    check_conv<blocked_tag, weight_order::blocked_fours,
               window_settings{
                   .window{1, 1, 1, 1, 1, 1, 0, 2, 1, 0}, .channels_in = 7, .channels_out = 3}>();
    check_conv<blocked_tag, weight_order::blocked_fours,
               window_settings{.window{1, 1, 1, 1, 1, 1, 0, -1, 0, -2},
                               .channels_in = 16,
                               .channels_out = 5}>();
}
