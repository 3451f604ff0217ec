// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/replay_tables.hpp>

#include <helpers/random.hpp>
#include <helpers/random_network.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr row_extents image{1, 8, 4, 4};
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};
constexpr bool top_down = false, bottom_up = true;

/// The tables of a segment, with the room that they are in.
struct tables {
    std::vector<std::int32_t> tiles;
    row_network n;
    segment_tasks s;
    replay_room room;
    replay_tables made;

    tables(const test::synthetic_rows& rows, const segment_tasks& segment, bool up,
           std::vector<std::int32_t> heights = {})
        : tiles(heights.empty() ? std::vector<std::int32_t>(rows.tasks.size(), 1) : heights),
          n(rows.network()),
          s(segment),
          made(n, {rows.lifetimes.data(), int(rows.lifetimes.size())},
               {tiles.data(), int(tiles.size())}, s, up, room) {}
    tables(const tables&) = delete;

    const local_task& task(int k) const { return made.tasks[k]; }
    const local_read& read(int i) const { return made.reads[i]; }
    /// Reads of a list, from its head on.
    std::vector<int> list(int head) const {
        std::vector<int> numbers;
        for (int r = head; r >= 0; r = read(r).next) numbers.push_back(r);
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    }
    template <class Holds>
    std::vector<int> reads_where(const Holds& holds) const {
        std::vector<int> numbers;
        for (int r = 0; r < made.read_count; ++r)
            if (holds(read(r))) numbers.push_back(r);
        return numbers;
    }
};

test::synthetic_rows random_rows(int seed) {
    return test::synthetic_rows(test::random_network(std::uint64_t(seed)).make(8), io::arena,
                                io::arena);
}

segment_tasks random_segment(const test::synthetic_rows& rows, int seed) {
    test::random_numbers random{std::uint64_t(seed) + 7};
    const int tasks = int(rows.tasks.size()), begin = random.between(0, tasks - 1);
    return {std::int16_t(begin),
            std::int16_t(random.between(begin + 1, std::min(tasks, begin + 9)))};
}

/// Input rows [first, last] that output row q needs, where rows above and below the image count.
row_range unclipped(const row_rate& r, std::int32_t q) {
    return {floor_divide(q * r.stride + r.first, r.divisor),
            floor_divide(q * r.stride + r.last, r.divisor)};
}

/// Rows of each task of a segment that so many rows of its last task need.
std::vector<std::int32_t> rows_pulled(const test::synthetic_rows& rows, const segment_tasks& s,
                                      std::int32_t until) {
    std::vector<std::int32_t> made(std::size_t(s.size()), 0);
    made.back() = until;
    for (int k = s.size() - 1; k >= 0; --k)
        for (const row_read& r : rows.network().reads_of(s.begin + k)) {
            if (r.tensor < 0 || made[std::size_t(k)] == 0) continue;
            const int producer = rows.life(r.tensor).producer - s.begin;
            if (producer < 0) continue;
            std::int32_t& own = made[std::size_t(producer)];
            own = std::max(own, rows_until(r.rate, made[std::size_t(k)] - 1,
                                           rows.network().tensors[r.tensor].rows));
        }
    return made;
}

/// x -> wide -> window, added to x, and every other row of that: all windows over a tall image.
test::synthetic_rows tall_block() {
    test::network_builder b;
    const int x = b.input({1, 100, 4, 4}), seen = b.conv(b.pointwise(x, 8), three_rows, 4);
    b.keep(b.conv(b.add(seen, x), {.kernel = 3, .stride = 2, .pad = 1}, 4));
    return test::synthetic_rows(b.made, io::arena, io::arena);
}

bool can_rise(const test::synthetic_rows& rows, const segment_tasks& s,
              std::vector<std::int32_t> tiles = {}) {
    return tables(rows, s, top_down, tiles).made.find_rises();
}

}  // namespace

TEST_CASE("a task of a segment knows its rows, and where it writes them") {
    test::network_builder b;
    const int x = b.input(image), half = b.conv(x, {.kernel = 2, .stride = 2}, 8);
    const int left = b.pointwise(half, 8);
    b.keep(b.pointwise(b.add(left, half), 4));
    const test::synthetic_rows rows(b.made, io::arena, io::arena);
    REQUIRE(rows.life(left).merges);
    const tables t(rows, {1, 4}, top_down, {1, 2, 4, 1});
    CHECK(t.task(0).rows == 4);
    CHECK(t.task(0).tile == 2);
    CHECK(t.task(1).tile == 4);
    CHECK(t.task(0).owner == 1);  // in the slots of the sum
    CHECK(t.task(1).owner == 1);
    CHECK(t.task(1).is_ring);
    CHECK_FALSE(t.task(2).is_ring);
    CHECK(t.task(2).alive_after);
    CHECK(t.made.other_sinks == 0);
    CHECK(tables(rows, {0, 3}, top_down).made.other_sinks == 0);
    CHECK(tables(rows, {0, 2}, top_down).made.other_sinks == 1);
}

TEST_CASE("what runs whole makes all rows in a call") {
    test::network_builder b;
    b.keep(b.pointwise(b.transpose(b.input(image)), 4));
    const test::synthetic_rows rows(b.made, io::arena, io::arena);
    CHECK(tables(rows, {0, 1}, top_down).task(0).tile == 4);
    CHECK(tables(rows, {1, 2}, top_down).task(0).tile == 1);
    CHECK(tables(rows, {.begin = 1, .end = 2, .whole = true}, top_down).task(0).tile == 4);
}

TEST_CASE("a task needs scratch, keeps a state from row to row, or adds rows up") {
    test::network_builder b;
    b.kernel.scratch_row_bytes = 3;
    const int x = b.input(image), scratch = b.pointwise(x, 4);
    const int state = b.recurrent(scratch, 4);
    b.keep(b.global_average(b.pointwise(state, 4)));
    const test::synthetic_rows rows(b.made);
    const tables t(rows, {0, 4}, top_down);
    CHECK(t.task(0).has_scratch);
    CHECK_FALSE(t.task(0).keeps_state);
    CHECK(t.task(1).keeps_state);
    CHECK_FALSE(t.task(1).adds_up);
    CHECK_FALSE((t.task(2).has_scratch || t.task(2).keeps_state || t.task(2).adds_up));
    CHECK(t.task(3).adds_up);
    CHECK_FALSE(t.task(3).keeps_state);
    const tables whole(rows, {.begin = 1, .end = 2, .whole = true}, top_down);
    CHECK_FALSE(whole.task(0).keeps_state);
}

TEST_CASE("each task lists the reads of what it makes, and the output those of what dies") {
    int shared = 0, dying = 0;
    for (int seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const test::synthetic_rows rows = random_rows(seed);
        const tables t(rows, random_segment(rows, seed), seed % 2 == 1);
        for (int k = 0; k < t.s.size(); ++k) {
            const std::vector<int> expected =
                t.reads_where([&](const local_read& r) { return r.producer == k; });
            CHECK(t.list(t.task(k).head) == expected);
            shared += expected.size() > 1;
        }
        if (t.made.dying < 0) continue;
        CHECK(t.list(t.made.dying_head) ==
              t.reads_where([&](const local_read& r) { return r.tensor == t.made.dying; }));
        ++dying;
    }
    CHECK(shared > 50);
    CHECK(dying > 50);
}

TEST_CASE("reads are those of each task, with the rows of their tensors") {
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const test::synthetic_rows rows = random_rows(seed);
        const tables t(rows, random_segment(rows, seed), top_down);
        int next = 0;
        for (int k = 0; k < t.s.size(); ++k) {
            CHECK(t.task(k).first_read == next);
            for (const row_read& r : t.n.reads_of(t.s.begin + k)) {
                if (r.tensor < 0) continue;
                CHECK(t.read(next).tensor == r.tensor);
                CHECK(t.read(next).reader == k);
                CHECK(t.read(next).rows == t.n.tensors[r.tensor].rows);
                ++next;
            }
            CHECK(t.task(k).end_read == next);
        }
        CHECK(t.made.read_count == next);
    }
}

TEST_CASE("constants are not read by rows") {
    test::network_builder b;
    const int weights = b.constant({1, 1, 1, 4}), x = b.input(image);
    b.keep(b.add(weights, x));
    const test::synthetic_rows rows(b.made);
    REQUIRE(rows.network().reads_of(0).size == 2);
    const tables t(rows, {0, 1}, top_down);
    CHECK(t.made.read_count == 1);
    CHECK(t.read(0).tensor == 0);
}

TEST_CASE("bottom-up, a row needs those that its mirror image needs top-down") {
    int windows = 0, different = 0;
    for (int seed = 0; seed < 200; ++seed) {
        const test::synthetic_rows rows = random_rows(seed);
        const segment_tasks s = random_segment(rows, seed);
        const tables down(rows, s, top_down), up(rows, s, bottom_up);
        for (int r = 0; r < down.made.read_count; ++r) {
            const std::int32_t rows_in = down.read(r).rows;
            const std::int32_t rows_out = down.task(down.read(r).reader).rows;
            windows += down.read(r).rate.last > down.read(r).rate.first;
            for (std::int32_t q = 0; q < rows_out; ++q) {
                const row_range from_top = unclipped(down.read(r).rate, rows_out - 1 - q);
                const row_range mirror{rows_in - 1 - from_top.last, rows_in - 1 - from_top.first};
                different += !(unclipped(up.read(r).rate, q) == mirror);
            }
        }
    }
    CHECK(different == 0);
    CHECK(windows > 100);
}

TEST_CASE("the output may lie where the largest input lies that no later segment reads") {
    test::network_builder b;
    const int small = b.input(image), large = b.input({1, 8, 4, 6});
    const int sum = b.add(b.pointwise(large, 4), small);
    b.keep(sum);
    const test::synthetic_rows rows(b.made, io::arena, io::arena);
    const tables t(rows, {0, 2}, top_down);
    CHECK(t.made.dying == large);
    CHECK(t.made.dying_rows == 8);
    CHECK(t.made.dying_row_bytes == 24);
    CHECK(t.made.row_bytes == 16);
    CHECK(tables(rows, {0, 1}, top_down).made.dying == large);
    CHECK(tables(rows, {1, 2}, top_down).made.dying == 2);  // the pointwise layer's, as large

    b.keep(b.pointwise(large, 1));
    const test::synthetic_rows later(b.made, io::arena, io::arena);
    CHECK(tables(later, {0, 2}, top_down).made.dying == small);
}

TEST_CASE("an output lies apart with the caller, in strips, and beside another result") {
    test::network_builder b;
    const int x = b.input(image), first = b.pointwise(x, 4), second = b.pointwise(x, 4);
    b.keep(first);
    b.keep(second);
    const test::synthetic_rows arena(b.made, io::arena, io::arena);
    CHECK(tables(arena, {1, 2}, top_down).made.dying == x);
    CHECK(tables(arena, {0, 2}, top_down).made.dying == -1);
    CHECK(tables(arena, {.begin = 1, .end = 2, .strips = 2}, top_down).made.dying == -1);
    const test::synthetic_rows to_caller(b.made, io::arena, io::caller);
    const test::synthetic_rows of_caller(b.made, io::caller, io::arena);
    const test::synthetic_rows slow(b.made, io::slow, io::arena);
    for (const test::synthetic_rows* rows : {&to_caller, &of_caller, &slow})
        CHECK(tables(*rows, {1, 2}, top_down).made.dying == -1);
}

TEST_CASE("an element may take the place of what was just read, but only from the top") {
    test::network_builder b;
    b.keep(b.convert(b.pointwise(b.input(image), 4), 8));
    const test::synthetic_rows rows(b.made, io::arena, io::arena);
    CHECK(tables(rows, {1, 2}, top_down).task(0).in_place);
    CHECK_FALSE(tables(rows, {1, 2}, bottom_up).task(0).in_place);
    CHECK_FALSE(tables(rows, {0, 1}, top_down).task(0).in_place);
}

TEST_CASE("tasks rise by the rows that one more row of the last needs in the middle") {
    const test::synthetic_rows rows = tall_block();
    for (const std::int32_t tile : {1, 2, 4}) {
        CAPTURE(tile);
        tables t(rows, {0, 4}, top_down, {1, 1, 1, tile});
        REQUIRE(t.made.find_rises());
        const std::vector<std::int32_t> before = rows_pulled(rows, t.s, 20);
        const std::vector<std::int32_t> after = rows_pulled(rows, t.s, 20 + tile);
        for (int k = 0; k < 4; ++k) {
            CAPTURE(k);
            CHECK(t.task(k).rise == after[std::size_t(k)] - before[std::size_t(k)]);
        }
    }
}

TEST_CASE("tasks that rise unevenly are replayed call by call") {
    const test::synthetic_rows rows = tall_block();
    CHECK(can_rise(rows, {0, 4}));
    CHECK_FALSE(can_rise(rows, {0, 4}, {1, 2, 1, 1}));
    CHECK_FALSE(can_rise(rows, {.begin = 0, .end = 4, .parts = 2}));
    CHECK_FALSE(can_rise(rows, {0, 4}, {1, 1, 1, 64}));  // more than there are of the input
    test::network_builder doubled, two;
    doubled.keep(doubled.resize(doubled.pointwise(doubled.input(image), 4), 2));
    CHECK_FALSE(can_rise(test::synthetic_rows(doubled.made), {0, 2}));
    const int first = two.pointwise(two.input(image), 4);
    two.keep(first);
    two.keep(two.pointwise(first, 2));
    CHECK_FALSE(can_rise(test::synthetic_rows(two.made), {0, 2}));  // two results
    CHECK(can_rise(test::synthetic_rows(two.made), {1, 2}));
}

TEST_CASE("in parts, producers take turns with their readers, and kept windows have new rows") {
    test::network_builder b;
    const int first = b.conv(b.input({1, 10, 9, 4}), three_rows, 16);
    const int second = b.conv(b.pointwise(first, 4), three_rows, 16);
    b.keep(b.pointwise(second, 4));
    const test::synthetic_rows rows(b.made);
    const tables parts(rows, {.begin = 0, .end = 4, .parts = 3}, top_down);
    for (int k = 0; k < 4; ++k) {
        CHECK(parts.task(k).in_parts == (k % 2 == 0));
        CHECK(parts.task(k).reads_parts == (k % 2 == 1));
        CHECK(parts.task(k).newest == 0);
    }
    const tables kept(rows, {.begin = 0, .end = 4, .parts = 3, .keeps = true}, top_down);
    CHECK(kept.task(1).in_parts);
    CHECK(kept.task(1).newest == 1);
    CHECK(kept.task(2).newest == 0);
    CHECK_FALSE(kept.task(0).in_parts);  // the producer that it passes to keeps windows
    CHECK_FALSE(tables(rows, {0, 4}, top_down).task(0).in_parts);
}
