// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/shared_rows.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

using namespace tigris;
using namespace tigris::planning;

/// A task that makes 10 rows of 100 bytes from as many, with so many multiply-accumulates.
struct one_task {
    task tasks[1]{{.step = 0, .output = 1, .reads = 1}};
    row_read reads[1]{{.tensor = 0}};
    row_tensor tensors[2]{{.rows = 10, .row_bytes = 100}, {.rows = 10, .row_bytes = 100}};

    constexpr explicit one_task(int64_t macs) { tasks[0].macs = macs; }
    constexpr row_network network() { return {{tasks, 1}, {reads, 1}, {tensors, 2}}; }
    constexpr int32_t shared_from(const target& wanted) {
        find_shared_rows(network(), wanted, view_of(tasks));
        return tasks[0].shared_from;
    }
};

/// A multiply-accumulate is a cycle, and a meeting 1000.
constexpr target like(uint8_t workers) {
    return {.workers = workers, .costs = {.mac = 1000, .meeting = 1000000}};
}

}  // namespace

TEST_CASE("one worker shares nothing") { CHECK(one_task(1000000).shared_from(like(1)) == 0); }

TEST_CASE("halves of a shared call are worth two meetings") {
    CHECK(one_task(1999).shared_from(like(2)) == 0);  // with 2000 bytes
    CHECK(one_task(2000).shared_from(like(2)) == 10);
    CHECK(one_task(6000).shared_from(like(2)) == 5);
    CHECK(one_task(1000000).shared_from(like(2)) == 2);
}

TEST_CASE(
    "sums, states and whole tensors are one worker's, and kernels of a library with a state") {
    one_task adds(1000000), orders(1000000), whole(1000000), sends(1000000), keeps(1000000);
    keeps.tasks[0].kernel.one_at_a_time = true;
    adds.tasks[0].contract = ops::contract::accumulate;
    orders.tasks[0].in_image_order = true;
    whole.tasks[0].whole = true;
    sends.tasks[0].does = action::send;
    for (one_task* t : {&adds, &orders, &whole, &sends, &keeps})
        CHECK(t->shared_from(like(2)) == 0);
}

TEST_CASE("each worker has scratch for its rows") {
    task t{.shared_from = 4, .kernel = {.scratch_bytes = 10, .scratch_row_bytes = 3}};
    CHECK(workers_of(t, 3) == 1);
    CHECK(scratch_share(t, 3) == 19);
    CHECK(workers_of(t, 5) == 2);
    CHECK(scratch_share(t, 5) == 19);
    CHECK(workers_of({}, 1000) == 1);
}
