// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's convolutions of int8 are tried with: each window on random layers, compared
// with portable.

#include <helpers/seeds.hpp>
#include <helpers/window_agreement.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace tigris::test {

/// So many layers, of images of at most 3x3 or `most` x `most`.
template <class Op, class Tag, class T, window_settings S, rounding R,
          weight_order Order = weight_order::canonical>
void check_rounding(int layers, int most) {
    if constexpr (!kernels::can_round<Tag>(R)) return;
    for (int seed = 0; seed < seeds(layers); ++seed) {
        const bool same = agrees_with_portable<Op, Tag, T, S, R, Order>(seed, seed % 3 ? most : 3);
        CHECK_MESSAGE(same, seed);
    }
}

/// With both roundings, of which floats know none.
template <class Op, class Tag, class T, window_settings S,
          weight_order Order = weight_order::canonical>
void check_roundings(int layers, int most) {
    check_rounding<Op, Tag, T, S, rounding::nearest, Order>(layers, most);
    if constexpr (!std::is_floating_point_v<T>)
        check_rounding<Op, Tag, T, S, rounding::tflite, Order>(layers, most);
}

/// check.operator()<window>(), for each of them.
template <auto& Windows, class Check>
void for_each_window(Check check) {
    const auto call = [&]<std::size_t... I>(std::index_sequence<I...>) {
        (check.template operator()<Windows[I]>(), ...);
    };
    call(std::make_index_sequence<std::size(Windows)>{});
}

/// One tap; padding on all sides, and wider than the image; strides, dilations, few channels.
inline constexpr window_settings conv_windows[]{
    {},
    {.per_channel = false, .channels_in = 16, .channels_out = 8},
    {.window{1, 1, 2, 3, 1, 1, 0, 0, 0, 0}, .channels_out = 1},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 8, .channels_out = 5},
    {.window{3, 2, 1, 3, 1, 1, 4, 3, 4, 3}},
    {.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3, .channels_out = 8},
    {.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false},
    {.window{5, 1, 3, 1, 1, 1, 2, 0, 2, 0}, .channels_in = 1},
};

/// With weights in the canonical order and in the backend's own, if it has one.
template <class Tag, weight_order Own, window_settings S>
void check_conv() {
    check_roundings<ops::conv, Tag, int8_t, S>(120, 11);
    if constexpr (Own != weight_order::canonical)
        check_roundings<ops::conv, Tag, int8_t, S, Own>(120, 11);
}

template <class Tag, weight_order Own>
void check_convs() {
    for_each_window<conv_windows>([]<window_settings S> { check_conv<Tag, Own, S>(); });
}

/// 3x3 with padding, with strides; other windows; what is left to portable.
inline constexpr window_settings depthwise_windows[]{
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
     .per_channel = false,
     .channels_in = 8,
     .channels_out = 8},
    {.window{3, 3, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 5, .channels_out = 5},
    {.window{3, 3, 1, 1, 1, 1, 4, 3, 4, 5}},
    {.window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}},
    {.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 16},
    {.window{3, 3, 3, 1, 1, 1, 1, 2, 2, 1}},
    {.window{3, 3, 1, 2, 1, 1, 2, 3, 1, 2}},
    {.window{5, 5, 1, 1, 1, 1, 2, 2, 2, 2}},
    {.window{5, 3, 2, 2, 1, 1, 1, 2, 2, 1},
     .per_channel = false,
     .channels_in = 9,
     .channels_out = 9},
    {.window{1, 4, 1, 3, 1, 1, 0, 1, 0, 2}},
    {.window{3, 3, 1, 1, 2, 2, 2, 2, 2, 2}},
    {.window{2, 3, 3, 1, 1, 3, 1, 0, 1, 4}, .channels_in = 4, .channels_out = 4},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 3, .channels_out = 3},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 4, .channels_out = 8, .multiple = 2},
};

template <class Tag, window_settings S>
void check_depthwise() {
    check_roundings<ops::depthwise_conv, Tag, int8_t, S>(120, 7);
}

template <class Tag>
void check_depthwise_convs() {
    for_each_window<depthwise_windows>([]<window_settings S> { check_depthwise<Tag, S>(); });
}

}  // namespace tigris::test
