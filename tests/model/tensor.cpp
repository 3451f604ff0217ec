// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/tensor.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("elements of an image lie channels last") {
    // ONNX [1, 2 channels, 2 rows, 3 columns], in memory [1, 2, 3, 2].
    constexpr tensor image{.dims = {4, {1, 2, 3, 2}}, .onnx_axis = {0, 2, 3, 1}};
    static_assert(memory_place(image, 0) == 0);
    static_assert(memory_place(image, 1) == 2);    // next column
    static_assert(memory_place(image, 3) == 6);    // next row
    static_assert(memory_place(image, 6) == 1);    // next channel
    static_assert(memory_place(image, 11) == 11);  // the last of all
    CHECK(true);
}

TEST_CASE("in ONNX's own order every element is where it is") {
    constexpr tensor matrix{.dims = {2, {3, 4}}};
    for (int i = 0; i < 12; ++i) CHECK(memory_place(matrix, i) == i);
}

TEST_CASE("extents are given in ONNX's order, too") {
    constexpr tensor image{.dims = {4, {1, 4, 5, 3}}, .onnx_axis = {0, 2, 3, 1}};
    TIGRIS_HOLDS(onnx_dims(image) == shape{4, {1, 3, 4, 5}});
    TIGRIS_HOLDS(onnx_dims({.dims = {2, {3, 4}}}) == shape{2, {3, 4}});
}

TEST_CASE("extents tell the order, unless another order has them, too") {
    constexpr tensor image{.dims = {4, {1, 4, 5, 3}}, .onnx_axis = {0, 2, 3, 1}};
    TIGRIS_HOLDS(!has_onnx_order(image) && extents_tell_order(image));
    constexpr tensor cube{.dims = {4, {1, 3, 3, 3}}, .onnx_axis = {0, 2, 3, 1}};
    TIGRIS_HOLDS(!has_onnx_order(cube) && !extents_tell_order(cube));
    constexpr tensor pixel{.dims = {4, {1, 1, 1, 3}}, .onnx_axis = {0, 2, 3, 1}};
    TIGRIS_HOLDS(has_onnx_order(pixel) && extents_tell_order(pixel));
    constexpr tensor one_channel{.dims = {4, {1, 4, 4, 1}}, .onnx_axis = {0, 2, 3, 1}};
    TIGRIS_HOLDS(has_onnx_order(one_channel));
}

TEST_CASE("weights take the bytes of their order, with padding") {
    constexpr tensor plain{.type = dtype::i8, .dims = {2, {10, 30}}};
    TIGRIS_HOLDS(bytes_of(plain) == 300);
    constexpr tensor padded{
        .type = dtype::i8, .dims = {2, {10, 30}}, .order = weight_order::arm_dsp_pairs};
    TIGRIS_HOLDS(bytes_of(padded) == 320);
    TIGRIS_HOLDS(bytes_of({.type = dtype::i4, .dims = {1, {7}}}) == 4);
}
