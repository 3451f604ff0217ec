// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <kernels/simd/convs.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("convolutions of signed bytes") { check_convs_of<int8_t>(); }

TEST_CASE("convolutions of unsigned bytes") { check_convs_of<uint8_t>(); }

TEST_CASE("convolutions of wider rows than are copied at a time") {
    constexpr window_settings far{
        .window{3, 3, 1, 1, 9, 1, 9, 1, 9, 1}, .channels_in = 47, .channels_out = 5};
    check_roundings<ops::conv, x86_tag, int8_t, far>(30, 9);
    check_roundings<ops::conv, x86_tag, uint8_t, far>(30, 9);
}
