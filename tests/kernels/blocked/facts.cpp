// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/facts.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

test::node_case layer_between(dtype in, dtype out) { return test::dense_case(in, in, out); }

weight_order order_between(dtype in, dtype out) {
    return weight_order_of(blocked_tag{}, ops::gemm{}, layer_between(in, out).all());
}

}  // namespace

TEST_CASE("bytes that become bytes or sums have weights by fours") {
    CHECK(order_between(dtype::i8, dtype::i8) == weight_order::blocked_fours);
    CHECK(order_between(dtype::i8, dtype::i32) == weight_order::blocked_fours);
    CHECK(order_between(dtype::i8, dtype::f32) == weight_order::canonical);
    CHECK(order_between(dtype::u8, dtype::u8) == weight_order::canonical);
}

TEST_CASE("weights of floats stay in the order that all backends read") {
    CHECK(order_between(dtype::f32, dtype::f32) == weight_order::canonical);
}

TEST_CASE("only convolutions of one group have weights by fours") {
    const test::node_case n = layer_between(dtype::i8, dtype::i8);
    const auto order_of_groups = [&](int32_t groups) {
        return weight_order_of(blocked_tag{}, ops::conv{.groups = groups}, n.all());
    };
    CHECK(order_of_groups(1) == weight_order::blocked_fours);
    CHECK(order_of_groups(3) == weight_order::canonical);
}
