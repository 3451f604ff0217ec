// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/key.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/portable/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <auto Key>
concept calls_conv = requires(const conv_layer<float>& layer, float* out, row_window<float> in) {
    rows<Key>(portable_tag{}, layer, out, 1, in);
};

template <class Key>
concept has_groups = requires(Key key) {
    key.groups;
};

}  // namespace

TEST_CASE("a kernel takes its own operator's key and no other") {
    static_assert(calls_conv<conv_key{}>);
    static_assert(!calls_conv<depthwise_conv_key{}>);
    static_assert(!calls_conv<plain_key<ops::conv>{}>);
}

TEST_CASE("a key has what its operator reads") {
    static_assert(has_groups<conv_key>);
    static_assert(!has_groups<depthwise_conv_key>);
    static_assert(!has_groups<pool_key>);
}

TEST_CASE("a program sets its policy where keys have it") {
    constexpr program_key program{.compact = true, .short_scales = true, .small_shifts = true};
    TIGRIS_HOLDS(key_in(program, conv_key{}).compact);
    TIGRIS_HOLDS(key_in(program, conv_key{}).finish.short_scales);
    TIGRIS_HOLDS(key_in(program, conv_key{}).finish.small_shifts);
    TIGRIS_HOLDS(key_in(program, conv_transpose_key{}).finish.short_scales);
    TIGRIS_HOLDS(key_in(program, softmax_key{}) == softmax_key{.compact = true});
    TIGRIS_HOLDS(key_in(program, pool_key{}) == pool_key{});
}

TEST_CASE("traits serve any number of channels and keep the rest") {
    TIGRIS_HOLDS(traits_of(conv_key{.groups = 2, .channels_in = 3, .channels_out = 4}) ==
                 conv_key{.groups = 2});
    TIGRIS_HOLDS(traits_of(pool_key{.channels = 3}) == pool_key{});
    TIGRIS_HOLDS(traits_of(unary_key{.quantized = true}) == unary_key{.quantized = true});
}

TEST_CASE("a key says which loops serve a layer, or the layer does") {
    const depthwise_conv_layer<float> single{};
    depthwise_conv_layer<float> doubled{};
    doubled.channels_in = 1, doubled.channels_out = 2;
    constexpr depthwise_conv_key asks{}, knows{.variant = second_variant};
    CHECK(variant_for<asks>(blocked_tag{}, single) == first_variant);
    CHECK(variant_for<asks>(blocked_tag{}, doubled) == portable_variant);
    CHECK(variant_for<knows>(blocked_tag{}, doubled) == second_variant);
}

TEST_CASE("only a key that has the member can be prepared") {
    TIGRIS_HOLDS(is_prepared(depthwise_conv_key{.prepared = true}));
    TIGRIS_HOLDS(!is_prepared(depthwise_conv_key{}));
    TIGRIS_HOLDS(!is_prepared(conv_key{}));
}

TEST_CASE("rounding is no question without codes") {
    node_case reals, codes;
    reals.add_input({.type = dtype::f32});
    reals.set_output({.type = dtype::f32});
    codes.add_input({.type = dtype::f32});
    codes.set_output({.type = dtype::i8, .quant = {0.5f, 3}});
    CHECK(rounding_of(reals.all(), rounding::tflite) == rounding::nearest);
    CHECK(rounding_of(codes.all(), rounding::tflite) == rounding::tflite);
}

TEST_CASE("where a key leaves a question open, the layer answers") {
    TIGRIS_HOLDS(known_or(0, 5) == 5);
    TIGRIS_HOLDS(known_or(3, 5) == 3);
    TIGRIS_HOLDS(pixel_step(0, 5) == 5);
    TIGRIS_HOLDS(pixel_step(27, 5) == 27);
}
