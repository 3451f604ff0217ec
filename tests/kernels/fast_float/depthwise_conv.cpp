// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_float/depthwise_conv.hpp>

#include <doctest/doctest.h>

using namespace tigris::kernels;
using namespace tigris::kernels::fast_float_kernels;

TEST_CASE("channels are multiplied unless the key has as many of the input as of the output") {
    CHECK(may_multiply_channels({.channels_in = 8, .channels_out = 16}));
    CHECK(may_multiply_channels({.channels_in = 0, .channels_out = 0}));
    CHECK_FALSE(may_multiply_channels({.channels_in = 8, .channels_out = 8}));
}
