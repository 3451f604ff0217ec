// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/resize.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

namespace {

constexpr quantization codes{0.5f, 3};
constexpr tensor image{.type = dtype::i8, .dims = {4, {2, 4, 5, 3}}, .quant = codes};
constexpr tensor larger{.type = dtype::i8, .dims = {4, {2, 8, 10, 3}}, .quant = codes};

constexpr bool is_tflite(const resize& op, const tensor& from, const tensor& to) {
    test::node_case n;
    n.add_input(from);
    n.set_output(to);
    return is_tflite_resize(op, n.all());
}

}  // namespace

TEST_CASE("rows and columns are those of the tensor, images and channels those of the input") {
    constexpr description d = described(resize{}, {image}, {.dims = {4, {1, 8, 10, 7}}});
    static_assert(d.output == shape{4, {2, 8, 10, 3}} && d.contract == contract::rows);
    CHECK(d.reach.divisor == 2);
    CHECK(d.reach.stride == 1);
}

TEST_CASE("images that are too high for row numbers are refused") {
    constexpr tensor high{.dims = {4, {1, 100000, 1, 1}}};
    CHECK(described(resize{}, {high}, high).output == shape{});
}

TEST_CASE("linear resizes of equal codes are what TensorFlow Lite computes with integers") {
    constexpr resize linear{.function = resize_function::linear};
    CHECK(is_tflite(linear, image, larger));
    CHECK_FALSE(is_tflite({}, image, larger));
    CHECK_FALSE(is_tflite({.function = resize_function::linear, .scale_h = 1.9f}, image, larger));
    tensor other = larger;
    other.quant.scale = 0.25f;
    CHECK_FALSE(is_tflite(linear, image, other));
}
