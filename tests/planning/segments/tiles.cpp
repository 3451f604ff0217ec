// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/tiles.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// A task that makes 8 rows of 10 bytes.
struct one_task {
    task tasks[1]{{.output = 0}};
    row_tensor tensors[1]{{.rows = 8, .row_bytes = 10, .pixel_bytes = 2}};

    row_network view() const { return {{tasks, 1}, {}, {tensors, 1}}; }
    int32_t tile(int64_t room) const { return tile_in_room(view(), {}, 0, room, {}); }
    int32_t found(segment_tasks s) const {
        int32_t tile = 0;
        find_tiles(view(), {&s, 1}, {&tile, 1});
        return tile;
    }
};

}  // namespace

TEST_CASE("a task alone makes as many rows a call as there is room between input and output") {
    const one_task n;
    CHECK(n.tile(0) == 1);
    CHECK(n.tile(9) == 1);
    CHECK(n.tile(10) == 2);
    CHECK(n.tile(35) == 4);
    CHECK(n.tile(1000) == 8);
}

TEST_CASE("tasks in one call make all rows, others what the partition found") {
    one_task n;
    CHECK(n.found({.begin = 0, .end = 1, .whole = true}) == 8);
    CHECK(n.found({.begin = 0, .end = 1, .tile = 3}) == 3);
    CHECK(n.found({.begin = 0, .end = 1}) == 1);
    n.tasks[0].whole = true;
    CHECK(n.found({.begin = 0, .end = 1, .tile = 3}) == 8);
}

TEST_CASE("sums take one row a call") {
    one_task n;
    n.tasks[0].contract = ops::contract::accumulate;
    CHECK(n.tile(1000) == 1);
}

TEST_CASE("of the heights that fit the cheapest is taken") {
    one_task n;
    const plan_costs costs{.flash_byte = 0};
    n.tasks[0].kernel = {.call_cycles = 10, .row_cycles = 6};
    CHECK(best_tile(n.view(), 0, 1, costs) == 1);
    CHECK(best_tile(n.view(), 0, 2, costs) == 2);
    n.tasks[0].kernel.row_cycles = 4;
    CHECK(best_tile(n.view(), 0, 2, costs) == 1);
    CHECK(best_tile(n.view(), 0, 3, costs) == 3);
    // Of rows of five pixels, four fill blocks.
    n.tasks[0].kernel = {.call_cycles = 10, .pass_pixels = 8, .single_cycles = 30};
    CHECK(best_tile(n.view(), 0, 7, costs) == 4);
}

TEST_CASE("more rows a call need room for their scratch") {
    one_task n;
    n.tasks[0].kernel = {.scratch_bytes = 100, .scratch_row_bytes = 5};
    CHECK(n.tile(14) == 1);
    CHECK(n.tile(15) == 2);
    CHECK(n.tile(104) == 7);
    CHECK(n.tile(105) == 8);
    n.tasks[0].kernel.scratch_rows_most = 12;
    CHECK(n.tile(15) == 2);
    CHECK(n.tile(26) == 2);
    CHECK(n.tile(27) == 3);
    CHECK(n.tile(77) == 8);
}

TEST_CASE("where input and output are in one bank, calls make what it has room for") {
    // A row of the output is made of one of the input, so that 90 bytes hold both.
    const task tasks[]{{.output = 1, .reads = 1}};
    const row_read reads[]{{.tensor = 0}};
    const row_tensor all[]{{.rows = 8, .row_bytes = 10}, {.rows = 8, .row_bytes = 10}};
    const lifetime needed[]{{.producer = -1, .first_reader = 0, .last_reader = 0, .readers = 1},
                            {.producer = 0, .last_reader = 1}};
    const row_network n{{tasks, 1}, {reads, 1}, {all, 2}};
    const auto tile_in = [&](const bank_bytes& banks) {
        return tile_in_room(n, {needed, 2}, 0, 1000, banks);
    };
    CHECK(tile_in({}) == 8);
    CHECK(tile_in({200, 110, 80}) == 8);
    CHECK(tile_in({200, 110, 79}) == 3);
    CHECK(tile_in({200, 90, 79}) == 1);
    CHECK(tile_in({200, 160, 79}) == 8);
}
