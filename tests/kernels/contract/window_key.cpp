// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/window_key.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("a window's key is the window without its padding") {
    constexpr ops::window padded{.kernel_h = 3,
                                 .kernel_w = 5,
                                 .stride_h = 2,
                                 .stride_w = 4,
                                 .dilation_h = 6,
                                 .dilation_w = 7,
                                 .pad_top = 1,
                                 .pad_left = 1};
    constexpr kernels::window_key key = kernels::key_of(padded);
    static_assert(key.taps() == 15);
    constexpr ops::window w = kernels::window_of(key);
    static_assert(w.pad_top == 0 && w.pad_left == 0);
    static_assert(w.kernel_h == 3 && w.kernel_w == 5 && w.stride_h == 2 && w.stride_w == 4);
    static_assert(w.dilation_h == 6 && w.dilation_w == 7);
    static_assert(kernels::key_of(w) == key);
}
