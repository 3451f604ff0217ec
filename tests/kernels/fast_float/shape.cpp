// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_float/shape.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels::fast_float_kernels;

namespace {

/// A layer of floats with these weights, but for the type of one of its tensors.
test::node_case layer_with(const shape& weights, dtype in = dtype::f32, dtype held = dtype::f32,
                           dtype out = dtype::f32) {
    test::node_case n;
    n.add_input({.type = in, .dims = {4, {1, 5, 5, 3}}});
    n.add_input({.kind = tensor_kind::constant, .type = held, .dims = weights});
    n.set_output({.type = out});
    return n;
}
bool takes(int32_t outputs) { return takes_fours(layer_with({2, {outputs, 9}}).all(), outputs); }

weight_order order_for(const ops::conv& op) {
    return order_of(op, layer_with({4, {8, 3, 3, 3}}).all());
}
constexpr ops::window window(int16_t rows, int16_t columns, int16_t dilation = 1) {
    return {.kernel_h = rows, .kernel_w = columns, .dilation_w = dilation};
}
bool convolves(const test::node_case& n, const ops::window& w = window(3, 3)) {
    return convolves_channels({.window = w}, n.all());
}

}  // namespace

TEST_CASE("a kernel keeps the addresses of 16 rows, or of 16 taps that lie apart") {
    CHECK(fits_spans(window(16, 99)));
    CHECK_FALSE(fits_spans(window(17, 1)));
    CHECK(fits_spans(window(4, 4, 2)));
    CHECK_FALSE(fits_spans(window(4, 5, 2)));
}

TEST_CASE("weights lie by fours where that takes at most a quarter more") {
    for (const int32_t outputs : {4, 7, 8, 10, 16, 100}) CHECK(takes(outputs));
    for (const int32_t outputs : {1, 2, 3, 5, 6, 9}) CHECK_FALSE(takes(outputs));
}

TEST_CASE("only floats lie by fours") {
    constexpr shape weights{2, {4, 9}};
    CHECK_FALSE(takes_fours(layer_with(weights, dtype::i8).all(), 4));
    CHECK_FALSE(takes_fours(layer_with(weights, dtype::f32, dtype::f16).all(), 4));
    CHECK_FALSE(takes_fours(layer_with(weights, dtype::f32, dtype::f32, dtype::i8).all(), 4));
}

TEST_CASE("convolutions of one group and of few spans have weights by fours") {
    CHECK(order_for({.window = window(3, 3)}) == weight_order::float_fours);
    CHECK(order_for({.window = window(3, 3), .groups = 3}) == weight_order::canonical);
    CHECK(order_for({.window = window(17, 3)}) == weight_order::canonical);
    CHECK(order_of(ops::gemm{}, layer_with({2, {8, 9}}).all()) == weight_order::float_fours);
    CHECK(order_of(ops::gemm{}, layer_with({2, {9, 8}}).all()) == weight_order::canonical);
}

TEST_CASE("weights say whether they lie by fours") {
    test::node_case n = layer_with({2, {8, 9}});
    CHECK_FALSE(are_in_fours(n.all()));
    n.tensors[1].order = weight_order::float_fours;
    CHECK(are_in_fours(n.all()));
}

TEST_CASE("a depthwise layer has a filter for each channel, of at most 16 rows") {
    CHECK(convolves(layer_with({3, {3, 3, 3}})));
    CHECK_FALSE(convolves(layer_with({3, {3, 3, 6}})));
    CHECK(convolves(layer_with({3, {16, 1, 3}}), window(16, 1)));
    CHECK_FALSE(convolves(layer_with({3, {17, 1, 3}}), window(17, 1)));
    CHECK_FALSE(convolves(layer_with({3, {3, 3, 3}}, dtype::f32, dtype::f16)));
}
