// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/parts_step.hpp>

#include <helpers/copied_columns.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::execution;
using test::column_copies;
using test::columns_copied;

namespace {

/// Two parts, of two and of three columns. Each pixel needs a second one to its right.
constexpr column_copies in_parts{.parts = 2, .ring = 1, .ring_columns = 3};
constexpr column_copies in_wide_parts{
    .parts = 2, .ring = 1, .ring_columns = 3, .across = {.last = 1}};
constexpr column_copies whole_rows{};
using parts_memory = test::memory_of_column_copies<in_parts>;
using whole_memory_of_rows = test::memory_of_column_copies<whole_rows>;

/// A window of three rows moves by one: two rows are kept whole, and the newest one comes in two
/// parts. Part 0 reads columns [0, 3), of which part 1 reads the last one again, and [2, 5) is part
/// 1.
constexpr auto plan_of_kept_windows(int32_t newest, int32_t stride) {
    auto made = column_copies{.parts = 2, .across = {.last = 1}}.plan();
    planning::buffer_plan& b = made.buffers[1];
    b.rows = 2, b.newest = newest, b.stride = stride, b.part_bytes = 3;
    return made;
}
constexpr auto one_newest = plan_of_kept_windows(1, 1);
constexpr auto two_newest = plan_of_kept_windows(2, 2);

/// The first bytes of the arena, which are numbered from 0, after columns of a part were kept.
template <const auto& Plan>
std::vector<int> bytes_after(int part, int count) {
    test::plain_memory<Plan> memory;
    for (int i = 0; i < 64; ++i) memory.fast[i] = static_cast<unsigned char>(i);
    keep_window<test::plain_memory<Plan>, 2, 0>(memory, part);
    return {memory.fast, memory.fast + count};
}

}  // namespace

TEST_CASE("a task reads in the parts in which its producer makes rows") {
    CHECK(producer_in_parts<parts_memory, 0, 1>(0) == 0);
    CHECK(parts_read<parts_memory, 0, 1>() == 2);
    CHECK(producer_in_parts<parts_memory, 0, 0>(0) == -1);
    CHECK(parts_read<parts_memory, 0, 0>() == 1);
}

TEST_CASE("a task whose producer makes whole rows reads whole rows") {
    CHECK(producer_in_parts<whole_memory_of_rows, 0, 1>(0) == -1);
    CHECK(parts_read<whole_memory_of_rows, 0, 1>() == 1);
}

TEST_CASE("parts copy all columns through one narrow row") {
    CHECK(columns_copied<in_parts>() == 40);
    CHECK(columns_copied<in_wide_parts>() == 40);
    CHECK(columns_copied<column_copies{
              .parts = 2, .ring = 1, .ring_columns = 3, .bottom_up = true}>() == 40);
    CHECK(columns_copied<column_copies{.parts = 5, .ring = 1, .ring_columns = 1}>() == 40);
}

TEST_CASE("all rows under a window are made again for each row of the reader") {
    constexpr column_copies windows{.parts = 2, .ring = 2, .ring_columns = 3, .down = {.last = 1}};
    CHECK(columns_copied<windows>() == 40);
    constexpr column_copies from_above{
        .parts = 2, .ring = 2, .ring_columns = 3, .down = {.first = -1}, .bottom_up = true};
    CHECK(columns_copied<from_above>() == 40);
    // One slot has only the last of two rows.
    constexpr column_copies too_few{.parts = 2, .ring = 1, .ring_columns = 3, .down = {.last = 1}};
    CHECK(columns_copied<too_few>() < 40);
}

TEST_CASE("columns of a part are divided into those that the next part reads, and others") {
    using memory = test::plain_memory<one_newest>;
    constexpr auto& parts = kept_parts_of<memory, 2, 0>.of;
    CHECK((parts[0].begin == 0 && parts[0].done == 2 && parts[0].rest == 1));
    CHECK((parts[1].begin == 2 && parts[1].done == 3 && parts[1].rest == 0));
}

TEST_CASE("columns that are done move up a row, and the rest of the newest row to its front") {
    // Rows are [0, 5) and [5, 10), the newest row is [10, 13).
    CHECK(bytes_after<one_newest>(0, 13) ==
          std::vector{5, 6, 2, 3, 4, 10, 11, 7, 8, 9, 12, 11, 12});
    CHECK(bytes_after<one_newest>(1, 13) ==
          std::vector{0, 1, 7, 8, 9, 5, 6, 10, 11, 12, 10, 11, 12});
}

TEST_CASE("windows that move by two rows take the place of two") {
    // The newest rows are [10, 13) and [13, 16).
    CHECK(bytes_after<two_newest>(0, 16) ==
          std::vector{10, 11, 2, 3, 4, 13, 14, 7, 8, 9, 12, 11, 12, 15, 14, 15});
}
