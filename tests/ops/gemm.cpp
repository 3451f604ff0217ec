// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/gemm.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a fully connected layer multiplies each row by its weights") {
    constexpr description d = described(gemm{}, {{.dims = {2, {6, 20}}}, {.dims = {2, {10, 20}}}});
    static_assert(d.output == shape{2, {6, 10}});
    static_assert(d.contract == contract::rows);
    CHECK(d.macs == 6 * 10 * 20);
}

TEST_CASE("one vector is told from several rows") {
    test::node_case n;
    n.add_input({.dims = {2, {1, 20}}});
    n.add_input({.dims = {2, {10, 20}}});
    CHECK(has_one_vector(gemm{}, n.all()));
    n.tensors[0].dims = {2, {2, 20}};
    CHECK_FALSE(has_one_vector(gemm{}, n.all()));
}
