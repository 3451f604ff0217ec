// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/facts.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

test::node_case softmax_of(dtype type, const quantization& in, const quantization& out) {
    test::node_case n;
    n.add_input({.type = type, .dims = {2, {1, 10}}, .quant = in});
    n.set_output({.type = type, .dims = {2, {1, 10}}, .quant = out});
    return n;
}
int32_t bytes_of_tables(const test::node_case& n) {
    return facts_of(portable_tag{}, ops::softmax{}, n.all()).table_bytes;
}

}  // namespace

TEST_CASE("portable kernels want the canonical order, and read weights of any values") {
    const test::node_case n = softmax_of(dtype::f32, {}, {});
    CHECK((weight_order_of(portable_tag{}, ops::conv{}, n.all()) == weight_order::canonical));
    CHECK((weight_order_of(portable_tag{}, ops::gemm{}, n.all()) == weight_order::canonical));
    CHECK(can_arrange(portable_tag{}, weight_order::canonical, {.lowest = -128}));
}

TEST_CASE("portable sums of products need kernels for all scales") {
    const test::node_case n = softmax_of(dtype::i8, {}, {});
    const auto has_short = [&](const auto& op) {
        return has_short_scales(portable_tag{}, op, n.all(), {}, rounding::nearest);
    };
    CHECK_FALSE(has_short(ops::conv{}));
    CHECK(has_short(ops::softmax{}));
    CHECK_FALSE(has_small_shifts(portable_tag{}, ops::conv{}, n.all(), {}, rounding::nearest));
    CHECK_FALSE(has_small_shifts(portable_tag{}, ops::softmax{}, n.all(), {}, rounding::nearest));
}

TEST_CASE("a softmax of bytes has a table, one of 16 bits by TFLite's rule two") {
    const quantization in{0.1f, 0}, wide_out{1.0f / 32768, 0};
    CHECK(bytes_of_tables(softmax_of(dtype::i8, in, {1.0f / 256, -128})) ==
          sizeof(exponential_table));
    CHECK(bytes_of_tables(softmax_of(dtype::i16, {0.0001f, 0}, wide_out)) ==
          2 * sizeof(interpolated_table));
    CHECK(bytes_of_tables(softmax_of(dtype::i16, {0.0001f, 0}, {0.5f, 0})) == 0);
    CHECK(bytes_of_tables(softmax_of(dtype::f32, {}, {})) == 0);
}

TEST_CASE("a recurrent layer keeps three vectors of floats, as long as its state") {
    test::node_case n;
    n.add_input({.dims = {3, {4, 1, 3}}});
    n.add_input({.dims = {3, {1, 4 * 5, 3}}});
    n.add_input({.dims = {3, {1, 4 * 5, 5}}});
    n.set_output({});
    const kernel_facts facts = facts_of(portable_tag{}, ops::recurrent{}, n.all());
    CHECK(facts.accumulator_bytes == 3 * 5 * int(sizeof(float)));
    CHECK(facts.bytes_of_sum == sizeof(float));
}
