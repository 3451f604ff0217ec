// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's convolutions of int8 are tried with: each window on random layers, compared
// with portable.

#include <support/window_agreement.hpp>

#include <doctest/doctest.h>
#include <type_traits>

namespace tigris::test {

/// So many layers, of images of at most 3x3 or `most` x `most`.
template <class Op, class Tag, class T, window_settings S, rounding R,
          weight_order Order = weight_order::canonical>
void check_rounding(int seeds, int most) {
    if constexpr (!kernels::can_round<Tag>(R)) return;
    for (int seed = 0; seed < seeds; ++seed) {
        const bool same = agrees_with_portable<Op, Tag, T, S, R, Order>(seed, seed % 3 ? most : 3);
        CHECK_MESSAGE(same, seed);
    }
}

/// With both roundings, of which floats know none.
template <class Op, class Tag, class T, window_settings S,
          weight_order Order = weight_order::canonical>
void check_roundings(int seeds, int most) {
    check_rounding<Op, Tag, T, S, rounding::nearest, Order>(seeds, most);
    if constexpr (!std::is_floating_point_v<T>)
        check_rounding<Op, Tag, T, S, rounding::tflite, Order>(seeds, most);
}

/// With weights in the canonical order and in the backend's own, if it has one.
template <class Tag, weight_order Own, window_settings S>
void check_conv() {
    check_roundings<ops::conv, Tag, int8_t, S>(120, 11);
    if constexpr (Own != weight_order::canonical)
        check_roundings<ops::conv, Tag, int8_t, S, Own>(120, 11);
}

template <class Tag, window_settings S>
void check_depthwise() {
    check_roundings<ops::depthwise_conv, Tag, int8_t, S>(120, 7);
}

/// One tap; padding on all sides, and wider than the image; strides, dilations, few channels.
template <class Tag, weight_order Own>
void check_convs() {
    check_conv<Tag, Own, window_settings{}>();
    check_conv<Tag, Own,
               window_settings{.per_channel = false, .channels_in = 16, .channels_out = 8}>();
    check_conv<Tag, Own,
               window_settings{.window{1, 1, 2, 3, 1, 1, 0, 0, 0, 0}, .channels_out = 1}>();
    check_conv<Tag, Own, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_conv<Tag, Own,
               window_settings{
                   .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 8, .channels_out = 5}>();
    check_conv<Tag, Own, window_settings{.window{3, 2, 1, 3, 1, 1, 4, 3, 4, 3}}>();
    check_conv<Tag, Own,
               window_settings{
                   .window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3, .channels_out = 8}>();
    check_conv<Tag, Own,
               window_settings{.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false}>();
    check_conv<Tag, Own,
               window_settings{.window{5, 1, 3, 1, 1, 1, 2, 0, 2, 0}, .channels_in = 1}>();
}

/// 3x3 with padding, with strides; other windows; what is left to portable.
template <class Tag>
void check_depthwise_convs() {
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                                         .per_channel = false,
                                         .channels_in = 8,
                                         .channels_out = 8}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 1, 1, 0, 0, 0, 0},
                                         .channels_in = 5,
                                         .channels_out = 5}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 1, 1, 4, 3, 4, 5}}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1},
                                         .channels_in = 16,
                                         .channels_out = 16}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 3, 1, 1, 1, 1, 2, 2, 1}}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 2, 1, 1, 2, 3, 1, 2}}>();
    check_depthwise<Tag, window_settings{.window{5, 5, 1, 1, 1, 1, 2, 2, 2, 2}}>();
    check_depthwise<Tag, window_settings{.window{5, 3, 2, 2, 1, 1, 1, 2, 2, 1},
                                         .per_channel = false,
                                         .channels_in = 9,
                                         .channels_out = 9}>();
    check_depthwise<Tag, window_settings{.window{1, 4, 1, 3, 1, 1, 0, 1, 0, 2}}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 2, 2, 2, 2, 2, 2}}>();
    check_depthwise<Tag, window_settings{.window{2, 3, 3, 1, 1, 3, 1, 0, 1, 4},
                                         .channels_in = 4,
                                         .channels_out = 4}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                                         .channels_in = 3,
                                         .channels_out = 3}>();
    check_depthwise<Tag, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                                         .channels_in = 4,
                                         .channels_out = 8,
                                         .multiple = 2}>();
}

}  // namespace tigris::test
