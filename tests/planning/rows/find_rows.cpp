// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/find_rows.hpp>

#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <cstddef>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr row_extents image{1, 8, 4, 4};

}  // namespace

TEST_CASE("an input is received before its first reader, an output sent behind its producer") {
    test::network_builder b;
    const int x = b.input(image), made = b.pointwise(x, 2);
    b.keep(made);
    const test::synthetic_rows rows(b.made, io::rows, io::rows);
    REQUIRE(rows.tasks.size() == 3);
    CHECK(rows.tasks[0].does == action::receive);
    CHECK(rows.tasks[0].output == x);
    CHECK(rows.tasks[1].does == action::compute);
    CHECK(rows.tasks[2].does == action::send);
    CHECK(rows.reads[std::size_t(rows.tasks[2].first_read)].tensor == made);
}

TEST_CASE("inputs and outputs live where their modes say") {
    test::network_builder b;
    const int x = b.input(image), made = b.pointwise(x, 2);
    b.keep(made);
    const test::synthetic_rows at_caller(b.made), in_arena(b.made, io::arena, io::slow);
    CHECK(at_caller.tensors[std::size_t(x)].home == home::input);
    CHECK(at_caller.tensors[std::size_t(made)].home == home::output);
    CHECK(in_arena.tensors[std::size_t(x)].home == home::arena);
    CHECK(in_arena.tensors[std::size_t(x)].space == fast_space);
    CHECK(in_arena.tensors[std::size_t(made)].space == slow_space);
    CHECK(in_arena.tensors[std::size_t(x)].given);
    CHECK(in_arena.tensors[std::size_t(made)].kept);
}

TEST_CASE("rows have the bytes of their pixels") {
    test::network_builder b;
    const int x = b.input(image, 32), made = b.convert(x, 8);
    b.keep(made);
    const test::synthetic_rows rows(b.made);
    const row_tensor &from = rows.tensors[std::size_t(x)], &to = rows.tensors[std::size_t(made)];
    CHECK(from.row_bytes == 4 * 4 * 4);
    CHECK(from.pixel_bytes == 16);
    CHECK(from.width() == 4);
    CHECK(to.bytes() == 8 * 4 * 4);
    CHECK(row_tensor{.row_bytes = 10}.width() == 1);
}

TEST_CASE("a vector that is seen of several rows is summed up, but not by a recurrence") {
    const row_tensor seen{.rows = 1, .row_bytes = 32}, stored{.rows = 4, .row_bytes = 8};
    step_facts s{.op = {.contract = ops::contract::rows}, .kernel = {.accumulator_bytes = 12}};
    CHECK(adds_up(s, seen, stored));
    CHECK_FALSE(adds_up(s, seen, seen));
    s.op.in_order = true;
    CHECK_FALSE(adds_up(s, seen, stored));
}

TEST_CASE("room is counted for every step, row source and row sink") {
    test::network_builder b;
    const int x = b.input(image), y = b.input(image);
    b.keep(b.add(b.pointwise(x, 4), y));
    const row_network_size caller = size_of_rows(b.made.view(), io::caller, io::caller);
    const row_network_size rows = size_of_rows(b.made.view(), io::rows, io::rows);
    CHECK(caller.tasks == 2);
    CHECK(caller.reads == 3);
    CHECK(caller.tensors == 4);
    CHECK(rows.tasks == 2 + 2 + 1);
    CHECK(rows.reads == 4);
    CHECK(rows.tensors == 5);
}
