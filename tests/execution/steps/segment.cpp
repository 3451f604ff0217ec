// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/segment.hpp>

#include <helpers/copied_rows.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::execution;
using test::copies;

namespace {

/// Rows that the segment copied as they are, from the first on; -1 if it wrote behind the last.
template <copies C>
int rows_copied() {
    test::memory_of_copies<C> memory;
    pull_segment<test::memory_of_copies<C>, 0>(memory);
    constexpr int begin = copies::rows * copies::row_bytes;
    int rows = 0;
    if (memory.slow[2 * begin] != 2 * begin + 1) return -1;
    for (; rows < C.rows_made; ++rows)
        for (int i = rows * copies::row_bytes; i < (rows + 1) * copies::row_bytes; ++i)
            if (memory.slow[begin + i] != i + 1) return rows;
    return rows;
}

/// The plan of copies of so many rows.
template <std::int32_t Height>
inline constexpr auto plan_of_height = [] {
    auto made = copies{}.plan();
    for (planning::buffer_plan& b : made.buffers) b.height = b.rows = Height;
    made.buffers[2].height = 1;
    return made;
}();
template <std::int32_t Height>
using progress_of_height = progress<test::plain_memory<plan_of_height<Height>>, 0>;

template <copies C>
using progress_of = progress<test::memory_of_copies<C>, 0>;

constexpr planning::row_rate two_more{.stride = 1, .first = 0, .last = 2},
    two_before{.stride = 1, .first = -2, .last = 0};

/// One task as a segment, which makes so many rows a call.
template <std::int32_t Tile>
inline constexpr auto plan_of_one = [] {
    auto made = copies{.tile = Tile}.plan();
    made.segments[0].begin = 1;
    return made;
}();
template <std::int32_t Tile>
constexpr bool is_one_call_of = is_one_call<test::plain_memory<plan_of_one<Tile>>, 0>();

}  // namespace

TEST_CASE("a task pulls the rows that it needs and no more, so that a ring is enough") {
    CHECK(rows_copied<copies{.ring = 1}>() == 8);
    CHECK(rows_copied<copies{.ring = 3, .rate = two_more}>() == 8);
    CHECK(rows_copied<copies{.ring = 2, .rate = two_more}>() == 0);  // each is overwritten
    CHECK(rows_copied<copies{.ring = 1, .rate = two_before}>() == 8);
}

TEST_CASE("bottom-up, rows are pulled from the last on") {
    CHECK(rows_copied<copies{.ring = 1, .bottom_up = true}>() == 8);
    CHECK(rows_copied<copies{.ring = 3, .rate = two_before, .bottom_up = true}>() == 8);
    // All rows but the last two, which are the first of the image, are overwritten.
    CHECK(rows_copied<copies{.ring = 2, .rate = two_before, .bottom_up = true}>() == 2);
    CHECK(rows_copied<copies{.ring = 1, .rate = two_more, .bottom_up = true}>() == 8);
}

TEST_CASE("several rows a call need those of the last of them") {
    CHECK(rows_copied<copies{.ring = 4, .tile = 4}>() == 8);
    CHECK(rows_copied<copies{.ring = 3, .tile = 3}>() == 8);  // the last call makes two
    CHECK(rows_copied<copies{.ring = 3, .tile = 4}>() < 4);
    CHECK(rows_copied<copies{.ring = 4, .bottom_up = true, .tile = 4}>() == 8);
}

TEST_CASE("what outlives the segment is made whole, even rows that nobody reads") {
    // Four rows are made of every other one: of rows 0, 2, 4 and 6.
    constexpr copies all{.rate = {.stride = 2}, .rows_made = 4, .keeps_ring = true};
    constexpr copies some{.rate = {.stride = 2}, .rows_made = 4};
    test::memory_of_copies<all> kept;
    pull_segment<test::memory_of_copies<all>, 0>(kept);
    CHECK(kept.fast[31] == 32);
    test::memory_of_copies<some> not_kept;
    pull_segment<test::memory_of_copies<some>, 0>(not_kept);
    CHECK(not_kept.fast[27] == 28);
    CHECK(not_kept.fast[31] == 31 + 151);
}

TEST_CASE("counters are as narrow as the tallest tensor lets them be") {
    static_assert(progress_of_height<65535>::highest() == 65535);
    static_assert(is_same<progress_of_height<65535>::counter, std::uint16_t>);
    static_assert(is_same<progress_of_height<65536>::counter, std::int32_t>);
    CHECK(true);
}

TEST_CASE("what is pulled from several places, and each eighth task, is a function of its own") {
    static constexpr auto twice = [] {
        auto made = copies{}.plan();
        made.tasks[1].first_read = 0, made.tasks[1].reads = 2;
        made.reads[0].tensor = made.reads[1].tensor = 1;
        return made;
    }();
    using pulled_twice = progress<test::plain_memory<twice>, 0>;
    static_assert(pulled_twice::pull_sites(0) == 3 && pulled_twice::is_outlined(0));
    static_assert(progress_of<copies{}>::pull_sites(0) == 1);
    static_assert(progress_of<copies{}>::pull_sites(1) == 0);
    static_assert(!progress_of<copies{}>::is_outlined(0) && !progress_of<copies{}>::is_outlined(1));
    static_assert(progress_of<copies{}>::plan.begin == 0);
    CHECK(true);
}

TEST_CASE("a segment is deep from four tasks on") {
    planning::segment_plan three{}, four{};
    three.end = 3, four.begin = 1, four.end = 5;
    CHECK_FALSE(is_deep(three));
    CHECK(is_deep(four));
}

TEST_CASE("a segment is one call if its only task makes all rows at once") {
    static_assert(is_one_call_of<8> && is_one_call_of<100> && !is_one_call_of<7>);
    static_assert(!is_one_call<test::memory_of_copies<copies{.tile = 8}>, 0>());  // of two tasks
    static constexpr auto strips = [] {
        auto made = plan_of_one<8>;
        made.segments[0].strips = 2;
        return made;
    }();
    static_assert(!is_one_call<test::plain_memory<strips>, 0>());
    CHECK(true);
}

TEST_CASE("other results of a segment are those that outlive it before its last task") {
    static_assert(has_other_sinks<test::memory_of_copies<copies{.keeps_ring = true}>, 0>());
    static_assert(!has_other_sinks<test::memory_of_copies<copies{}>, 0>());
    CHECK(true);
}
