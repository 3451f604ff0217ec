// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/task_cost.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// A window of 3 rows in steps of 1 over 8 rows, of which 8 of 5 pixels are made.
struct window_task {
    task tasks[1]{{.output = 1,
                   .reads = 1,
                   .macs = 4000,
                   .constant_bytes = 10,
                   .kernel = {.call_cycles = 7}}};
    row_read reads[1]{{.tensor = 0, .rate = {1, -1, 1, 1}}};
    row_tensor tensors[2]{{.rows = 8, .row_bytes = 10, .pixel_bytes = 2},
                          {.rows = 8, .row_bytes = 10, .pixel_bytes = 2}};

    std::int64_t cost(std::int32_t tile) const {
        return task_cost({{tasks, 1}, {reads, 1}, {tensors, 2}}, 0, tile,
                         {.mac = 500, .flash_byte = 20});
    }
};

}  // namespace

TEST_CASE("each call costs its cycles and the constants that it reads") {
    const window_task n;
    CHECK(n.cost(1) == 8 * (7000 + 10 * 20));
    CHECK(n.cost(3) == 3 * (7000 + 10 * 20));
    CHECK(n.cost(8) == 1 * (7000 + 10 * 20));
    CHECK(n.cost(100) == n.cost(8));
}

TEST_CASE("rows under the windows of calls are counted anew") {
    window_task n;
    n.tasks[0].kernel.window_row_cycles = 2;
    CHECK(n.cost(1) == 8 * 7200 + 8 * 3 * 2000);  // three rows each
    CHECK(n.cost(4) == 2 * 7200 + 2 * 6 * 2000);  // 4 + 2
}

TEST_CASE("a last call of fewer rows has fewer rows under its windows") {
    window_task n;
    n.tasks[0].kernel.window_row_cycles = 2;
    CHECK(n.cost(3) == 3 * 7200 + (5 + 5 + 4) * 2000);  // calls for 3, 3 and 2 rows
    CHECK(n.cost(7) == 2 * 7200 + (9 + 3) * 2000);
}

TEST_CASE("calls for one row have a price of their own, but all rows at once cost no more") {
    window_task n;
    n.tasks[0].kernel.row_cycles = 2;
    n.tasks[0].constant_bytes = 0;
    CHECK(n.cost(1) == 8 * 2000);
    CHECK(n.cost(2) == 4 * 7000);
    n.tasks[0].kernel.row_cycles = 0;
    CHECK(n.cost(1) == 7000);
}

TEST_CASE("passes cost the same for few pixels, and pixels beside fours cost more") {
    window_task n;
    n.tasks[0].kernel.pass_pixels = 8;
    n.tasks[0].kernel.pass_cycles = 3;
    n.tasks[0].kernel.single_cycles = 5;
    CHECK(n.cost(1) == 8 * 7200 + 8 * (3 + 5) * 1000);
    CHECK(n.cost(3) == 3 * 7200 + (2 * (2 * 3 + 3 * 5) + 2 * 3 + 2 * 5) * 1000);
    CHECK(n.cost(8) == 7200 + 5 * 3 * 1000);
}

TEST_CASE("pixels that fill up a block cost as much as others") {
    window_task n;
    n.tasks[0].kernel.pixel_block = 4;
    // Of 40 pixels each costs 100 multiply-accumulates. A row of 5 takes 8: 3 for nothing.
    CHECK(n.cost(1) == 8 * 7200 + 8 * 3 * 100 * 500);
    // Three rows are 15 of 16 pixels, the last two rows 10 of 12.
    CHECK(n.cost(3) == 3 * 7200 + (2 * 1 + 2) * 100 * 500);
    CHECK(n.cost(8) == 7200);
}

TEST_CASE("a task in one call makes all rows whatever its tile") {
    window_task n;
    n.tasks[0].whole = true;
    CHECK(n.cost(1) == 7200);
}
