// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/replay.hpp>

#include <helpers/random_network.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::planning;
using test::network_builder;
using test::synthetic_rows;

constexpr row_extents image{1, 8, 4, 4};

/// A window of three rows that keeps the height.
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};

}  // namespace

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
    rows.lifetimes = {{-1, 0, 0, 1}, {0, 1, 1, 1}, {1, -1, 2, 0}};
    const auto r = rows.replay<2>({0, 2});
    CHECK(r.ring[0] == 4);
}
