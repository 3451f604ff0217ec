// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/short_scales.hpp>
#include <tigris/kernels/blocked/conv.hpp>
#include <tigris/kernels/blocked/depthwise_conv.hpp>
#include <tigris/kernels/blocked/facts.hpp>
#include <tigris/kernels/blocked/gemm.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;

TEST_CASE("layers by code for short scales") {
    using tag = kernels::blocked_tag;
    constexpr window_settings window{.window{3, 3, 1, 2, 1, 1, 1, 1, 1, 1}};
    constexpr window_settings pixel{.per_channel = false};
    constexpr window_settings six{.window{3, 3, 2, 2, 1, 1, 2, 0, 0, 0}, .channels_in = 6};
    check_short_convolutions<tag, ops::conv, window, weight_order::canonical, false>();
    check_short_convolutions<tag, ops::conv, window, weight_order::blocked_fours, false>();
    check_short_convolutions<tag, ops::conv, pixel, weight_order::blocked_fours, true>();
    check_short_convolutions<tag, ops::depthwise_conv, window, weight_order::canonical, false>();
    check_short_convolutions<tag, ops::depthwise_conv, six, weight_order::canonical, true>();
    check_short_vectors<tag, weight_order::canonical, false>();
    check_short_vectors<tag, weight_order::blocked_fours, true>();
}
