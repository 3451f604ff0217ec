// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/node.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("an optional input is absent by its number, or because there are fewer inputs") {
    test::node_case n;
    n.add_input({.type = dtype::i8});
    n.skip_input();
    n.add_input({.type = dtype::i32});
    n.set_output({.type = dtype::u8});
    const operands t = n.all();
    CHECK(t.has_input(0));
    CHECK_FALSE(t.has_input(1));
    CHECK(t.has_input(2));
    CHECK_FALSE(t.has_input(3));
    CHECK(t.input(2).type == dtype::i32);
    CHECK(t.output().type == dtype::u8);
}
