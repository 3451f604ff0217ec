// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What layers of floats are tried with, of every backend that takes the blocked kernels for them.

#include <helpers/backend_vectors.hpp>
#include <helpers/backend_windows.hpp>

namespace tigris::test {

inline constexpr window_settings float_convs[]{
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 5, .channels_out = 6},
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_out = 8},
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 4, .channels_out = 7},
};
inline constexpr window_settings float_depthwise_convs[]{
    {.window{3, 3, 2, 1, 1, 1, 1, 1, 1, 1}},
    {.window{3, 3, 2, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 6, .channels_out = 6},
    {.window{2, 3, 1, 1, 1, 2, 1, 2, 0, 1}, .multiple = 2},
};

/// Of backends that read weights by fours of outputs.
inline constexpr window_settings float_convs_by_fours[]{
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 6, .channels_out = 8},
    {.window{5, 2, 2, 3, 1, 1, 2, 0, 1, 2}, .channels_in = 3, .channels_out = 4},
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 8, .channels_out = 15},
    {.window{2, 3, 1, 1, 2, 2, 1, 3, 1, 0}, .channels_in = 5, .channels_out = 12},
    {.window{1, 1, 2, 1, 1, 1, 0, 2, 1, -1}},
};
inline constexpr window_settings float_depthwise_convs_of_many[]{
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 23, .channels_out = 23},
    {.window{5, 3, 2, 2, 1, 3, 2, 3, 1, 2}, .channels_in = 4, .channels_out = 4},
};

template <class Tag>
void check_floats() {
    for_each_window<float_convs>(
        []<window_settings S> { check_roundings<ops::conv, Tag, float, S>(100, 9); });
    for_each_window<float_depthwise_convs>(
        []<window_settings S> { check_roundings<ops::depthwise_conv, Tag, float, S>(100, 9); });
    check_vectors_in_order<Tag, rounding::nearest, true, 0, weight_order::canonical, float>();
    check_vectors_in_order<Tag, rounding::nearest, true, 3, weight_order::canonical, float>();
}

template <class Tag>
void check_floats_by_fours() {
    constexpr weight_order fours = weight_order::float_fours;
    for_each_window<float_convs_by_fours>(
        []<window_settings S> { check_roundings<ops::conv, Tag, float, S, fours>(100, 11); });
    for_each_window<float_depthwise_convs_of_many>(
        []<window_settings S> { check_roundings<ops::depthwise_conv, Tag, float, S>(100, 9); });
    check_vectors_in_order<Tag, rounding::nearest, true, 0, fours, float>();
    check_vectors_in_order<Tag, rounding::nearest, true, 3, fours, float>();
}

}  // namespace tigris::test
