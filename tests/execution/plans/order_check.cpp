// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/order_check.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("the order of a step's constants is that of its weights") {
    test::node_case n;
    n.add_input({});
    n.add_input({.kind = tensor_kind::constant});
    n.skip_input();
    n.set_output({});
    CHECK(execution::order_of_constants(n.all()) == weight_order::canonical);
    n.tensors[1].order = weight_order::helium_fours;
    CHECK(execution::order_of_constants(n.all()) == weight_order::helium_fours);
}
