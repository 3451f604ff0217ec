// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/conv/kernel.hpp>

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("convolutions") { check_convs<helium_tag, weight_order::helium_fours>(); }

TEST_CASE("one tap, windows where they lie in the image or beside it") {
    check_conv<helium_tag, weight_order::helium_fours,
               window_settings{
                   .window{1, 1, 2, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 32, .channels_out = 4}>();
    check_conv<helium_tag, weight_order::helium_fours,
               window_settings{
                   .window{1, 1, 1, 1, 1, 1, 1, 0, 0, 0}, .channels_in = 16, .channels_out = 6}>();
    check_conv<helium_tag, weight_order::helium_fours,
               window_settings{
                   .window{1, 1, 1, 1, 1, 1, 0, 2, 1, 0}, .channels_in = 16, .channels_out = 3}>();
    check_conv<helium_tag, weight_order::helium_fours,
               window_settings{.window{1, 1, 1, 1, 1, 1, 0, -1, 0, -2},
                               .channels_in = 16,
                               .channels_out = 5}>();
}

TEST_CASE("windows of whole vectors") {
    check_conv<helium_tag, weight_order::helium_fours,
               window_settings{
                   .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 5}>();
}
