// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/tensor.hpp>

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
