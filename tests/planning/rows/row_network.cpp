// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/rows/row_network.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// A tensor that a rule puts into slow memory, and that tasks read.
constexpr row_tensor pinned_slow{.space = slow_space, .region = 1};

/// Two tasks: a sum of tensors 0 and 1, and a task that reads this sum only.
struct two_tasks {
    task tasks[2]{};
    row_read reads[3]{};
    row_tensor tensors[4]{};
    row_network_builder made{{tasks, 2}, {reads, 3}, {tensors, 4}};

    two_tasks() {
        task& sum = made.add({.step = 0, .output = 2});
        made.add(sum, {.tensor = 0});
        made.add(sum, {.tensor = 1});
        task& last = made.add({.step = 1, .output = 3});
        made.add(last, {.tensor = 2});
    }
    row_network network() const { return {{tasks, 2}, {reads, 3}, {tensors, 4}}; }
};

}  // namespace

TEST_CASE("bytes of a tensor's rows may need more than 32 bits") {
    CHECK(row_tensor{.rows = 1 << 20, .row_bytes = 1 << 20}.bytes() == std::int64_t(1) << 40);
}

TEST_CASE("a row has the columns that its pixels make, or one where pixels are not known") {
    CHECK(row_tensor{.row_bytes = 30, .pixel_bytes = 6}.width() == 5);
    CHECK(row_tensor{.row_bytes = 30}.width() == 1);
}

TEST_CASE("a rule keeps a tensor whole in slow memory, unless it is an output or lies elsewhere") {
    CHECK(is_kept_slow(pinned_slow));
    row_tensor anywhere = pinned_slow, fast = pinned_slow, of_caller = pinned_slow,
               output = pinned_slow;
    anywhere.region = -1;
    fast.space = fast_space;
    of_caller.home = home::input;
    output.kept = true;
    for (const row_tensor* t : {&anywhere, &fast, &of_caller, &output})
        CHECK_FALSE(is_kept_slow(*t));
}

TEST_CASE("region 0 is a region, too") {
    row_tensor first = pinned_slow;
    first.region = 0;
    CHECK(is_kept_slow(first));
}

TEST_CASE("each task has the reads that were added after it") {
    const two_tasks built;
    CHECK(built.made.task_count == 2);
    CHECK(built.made.read_count == 3);
    REQUIRE(built.network().reads_of(0).size == 2);
    CHECK(built.network().reads_of(0)[0].tensor == 0);
    CHECK(built.network().reads_of(0)[1].tensor == 1);
    REQUIRE(built.network().reads_of(1).size == 1);
    CHECK(built.network().reads_of(1)[0].tensor == 2);
    CHECK(built.tasks[1].step == 1);
}
