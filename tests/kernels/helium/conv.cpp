// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/conv.hpp>

#include <support/window_agreement.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <window_settings S, rounding R, weight_order Order>
void check_order() {
    for (int seed = 0; seed < 120; ++seed) {
        const int largest = seed % 3 ? 11 : 3;
        const bool same =
            agrees_with_portable<ops::conv, helium_tag, int8_t, S, R, Order>(seed, largest);
        CHECK_MESSAGE(same, seed);
    }
}

template <window_settings S>
void check() {
    check_order<S, rounding::nearest, weight_order::canonical>();
    check_order<S, rounding::tflite, weight_order::canonical>();
    check_order<S, rounding::nearest, weight_order::helium_fours>();
    check_order<S, rounding::tflite, weight_order::helium_fours>();
}

}  // namespace

TEST_CASE("one tap") {
    check<window_settings{}>();
    check<window_settings{.per_channel = false, .channels_in = 16, .channels_out = 8}>();
    check<window_settings{.window{1, 1, 2, 3, 1, 1, 0, 0, 0, 0}, .channels_out = 1}>();
}

TEST_CASE("one tap, windows where they lie in the image or beside it") {
    check<window_settings{
        .window{1, 1, 2, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 32, .channels_out = 4}>();
    check<window_settings{
        .window{1, 1, 1, 1, 1, 1, 1, 0, 0, 0}, .channels_in = 16, .channels_out = 6}>();
    check<window_settings{
        .window{1, 1, 1, 1, 1, 1, 0, 2, 1, 0}, .channels_in = 16, .channels_out = 3}>();
    check<window_settings{
        .window{1, 1, 1, 1, 1, 1, 0, -1, 0, -2}, .channels_in = 16, .channels_out = 5}>();
}

TEST_CASE("padding on all sides, and wider than the image") {
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<window_settings{
        .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 5}>();
    check<window_settings{.window{3, 2, 1, 3, 1, 1, 4, 3, 4, 3}}>();
}

TEST_CASE("strides, dilations, few channels") {
    check<window_settings{
        .window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3, .channels_out = 8}>();
    check<window_settings{.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false}>();
    check<window_settings{.window{5, 1, 3, 1, 1, 1, 2, 0, 2, 0}, .channels_in = 1}>();
}
