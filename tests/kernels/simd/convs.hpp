// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Convolutions of floats and of bytes.

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/simd/all.hpp>

namespace tigris::test {

/// Of more channels than are multiplied at a time.
inline constexpr window_settings wide_windows[]{
    {.per_channel = false, .channels_in = 16, .channels_out = 32},
    {.most_channels = 70},
};

/// Of more pixels than are computed at a time, in images as wide as 40 pixels.
inline constexpr window_settings long_windows[]{
    {.channels_in = 3, .channels_out = 5},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 2, .channels_out = 3},
};

template <class T, auto& Windows>
void check_convs_of(int seeds, int most) {
    for_each_window<Windows>([=]<window_settings S> {
        check_roundings<ops::conv, kernels::x86_tag, T, S>(seeds, most);
    });
}

template <class T>
void check_convs_of() {
    check_convs_of<T, conv_windows>(100, 9);
    check_convs_of<T, wide_windows>(100, 9);
    check_convs_of<T, long_windows>(9, 40);
}

}  // namespace tigris::test
