// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/row_schedule.hpp>

#include <support/synthetic_rows.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::planning;
using test::network_builder;
using test::synthetic_rows;

constexpr row_extents image{1, 8, 4, 4};
constexpr std::int64_t row_bytes = 16;

/// A window of three rows that keeps the height.
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_behind = 1};

}  // namespace

TEST_CASE(
    "top-down, an element may be written where it was just read; bottom-up, a row keeps away") {
    network_builder b;
    const int x = b.input(image);
    b.keep(b.convert(x, 8));
    const auto r = synthetic_rows(b.made, io::arena, io::arena).replay<1>({0, 1});
    CHECK(r.dying == x);
    CHECK(r.down == 0);
    CHECK(r.may_go_up);
    CHECK(r.up == row_bytes);
}

TEST_CASE("a window's output keeps as many rows away as it still reads") {
    network_builder b;
    b.keep(b.conv(b.input(image), three_rows, 4));
    const auto r = synthetic_rows(b.made, io::arena, io::arena).replay<1>({0, 1});
    CHECK(r.down == 2 * row_bytes);
    CHECK(r.up == 2 * row_bytes);
}

TEST_CASE("a sum keeps away from x by the row that its other operand is written to first") {
    network_builder b;
    const int x = b.input(image);
    b.keep(b.add(b.pointwise(x, 4), x));
    const synthetic_rows rows(b.made, io::arena, io::arena);
    const auto r = rows.replay<2>({0, 2});
    REQUIRE(rows.life(1).merges);
    CHECK(r.dying == x);
    CHECK(r.down == row_bytes);
}

TEST_CASE("the distance of a chain is taken when a row is first written to its output's place") {
    network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 2), right = b.conv(x, three_rows, 2);
    b.keep(b.concat({left, right}));
    const synthetic_rows rows(b.made, io::arena, io::arena);
    REQUIRE(rows.life(left).merges);
    REQUIRE(rows.life(right).merges);
    CHECK(rows.replay<3>({0, 3}).down == 2 * row_bytes);
}

TEST_CASE("a ring has the rows of its reader's window, and of what a fan-out holds back") {
    network_builder b;
    const int x = b.input(image), wide = b.pointwise(x, 8), dw = b.conv(wide, three_rows, 8);
    const int project = b.pointwise(dw, 8);
    b.keep(b.add(project, wide));
    const auto r = synthetic_rows(b.made).replay<4>({0, 4});
    CHECK(r.ring[0] == 3);
    CHECK(r.ring[1] == 1);
    CHECK(r.dying == -1);
}

TEST_CASE("sums of floats are added up from the first row") {
    network_builder b;
    b.keep(b.global_average(b.conv(b.input(image, 32), three_rows, 4)));
    const auto floats = synthetic_rows(b.made, io::arena, io::arena).replay<2>({0, 2});
    CHECK_FALSE(floats.may_go_up);
    network_builder c;
    c.keep(c.global_average(c.conv(c.input(image), three_rows, 4)));
    CHECK(synthetic_rows(c.made, io::arena, io::arena).replay<2>({0, 2}).may_go_up);
}

TEST_CASE("rows that are made in order go down, and their state stays from the first to the last") {
    network_builder b;
    const int read = b.conv(b.input(image), three_rows, 4);
    b.keep(b.conv(b.recurrent(read, 4), three_rows, 4));
    const auto r = synthetic_rows(b.made, io::arena, io::arena).replay<3>({0, 3});
    CHECK_FALSE(r.may_go_up);
    CHECK((r.scratch_conflicts[1] & ring_bit(0)) != 0);
    CHECK((r.scratch_conflicts[1] & ring_bit(1)) != 0);
    CHECK((r.ring_conflicts[0] & scratch_bit(1)) != 0);
}

TEST_CASE("what is whole and moved to slow memory afterwards has all its rows at once") {
    network_builder b;
    b.keep(b.transpose(b.input(image)));
    synthetic_rows rows(b.made, io::caller, io::arena);
    rows.tensors.push_back(rows.tensors[1]);
    rows.tensors[1].kept = false;
    rows.reads.push_back({.tensor = 1});
    rows.tasks.push_back({.does = action::spill, .output = 2, .first_read = 1, .reads = 1});
    rows.lives = {{-1, 0, 0, 1}, {0, 1, 1, 1}, {1, -1, 2, 0}};
    const auto r = rows.replay<2>({0, 2});
    CHECK(r.ring[0] == 4);
}
