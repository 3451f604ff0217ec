// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/segment_sums.hpp>

#include <helpers/chains.hpp>
#include <helpers/partition_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr ops::row_reach three{.kernel = 3, .pad = 1, .pad_end = 1};

/// Tasks [begin, end) of a network, grown to one segment.
segment_sums grow(test::partition_rows& rows, int begin, int end, const partition_goal& goal = {},
                  std::int64_t most = INT64_MAX) {
    segment_sums s{.begin = end, .end = end, .lines_known = end};
    const partition_input input = rows.input();
    for (strips_of_task& strips : input.memory.strips) strips = {};
    const segment_growth growth(input, goal);
    for (int k = end - 1; k >= begin; --k) growth.grow(s, k, most);
    return s;
}

/// A pointwise layer, a window and a pointwise layer over 10 rows of 9 columns, with 4, 8, 8 and 4
/// channels. Their kernels want so much scratch.
struct pair_of_layers {
    test::partition_rows rows;

    explicit pair_of_layers(std::int32_t window_scratch = 0, std::int32_t last_scratch = 0,
                            const io_modes& out = io::arena)
        : rows(network(window_scratch, last_scratch), io::arena, out) {}
    segment_sums grown(int begin, int end, const partition_goal& goal = {}) {
        return grow(rows, begin, end, goal);
    }
    static test::owned_network network(std::int32_t window_scratch, std::int32_t last_scratch) {
        test::network_builder b;
        const int wide = b.pointwise(b.input({1, 10, 9, 4}), 8);
        b.kernel.scratch_bytes = window_scratch;
        const int seen = b.conv(wide, three, 8);
        b.kernel.scratch_bytes = last_scratch;
        b.keep(b.pointwise(seen, 4));
        return b.made;
    }
};

std::int64_t transient_bytes(std::int32_t window_scratch, std::int32_t last_scratch) {
    return pair_of_layers(window_scratch, last_scratch).grown(0, 3).transient;
}

constexpr partition_goal recomputing{.may_recompute = true, .recompute_limit = INT64_MAX};

}  // namespace

TEST_CASE("a chain holds the rows under its windows, and a row that passes on") {
    const segment_sums s = pair_of_layers().grown(0, 3);
    CHECK(s.rings == 3 * 9 * 8);
    CHECK(s.transient == 9 * 8);
    CHECK(s.sinks == 1);
    CHECK(s.fast_sinks == 1);
    CHECK(s.sink == 3);
    CHECK(s.sink_bytes == 10 * 9 * 4);
    CHECK(s.largest_sink == 10 * 9 * 4);
    CHECK(s.sink_row_bytes == 9 * 4);
    CHECK_FALSE(s.has_slow_sink);
}

TEST_CASE("a row passes beside the scratch of its task, or that of its reader if it is more") {
    CHECK(transient_bytes(0, 10) == 9 * 8 + 10);
    CHECK(transient_bytes(10, 0) == 9 * 8 + 10);
    CHECK(transient_bytes(10, 30) == 9 * 8 + 30);
    CHECK(transient_bytes(30, 10) == 9 * 8 + 30);
}

TEST_CASE("scratch is taken of tasks of the segment only") {
    CHECK(pair_of_layers(20, 100).grown(0, 2).transient == 20);
    CHECK(pair_of_layers(20, 100).grown(0, 1).transient == 0);
}

TEST_CASE("bytes of a chain are those that its replay keeps") {
    int rings = 0, passing = 0;
    for (int seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        test::partition_rows rows(test::random_chain(seed, 9));
        const segment_sums s = grow(rows, 0, rows.tasks());
        const test::replayed_bytes replayed(rows.rows, {0, std::int16_t(rows.tasks())});
        CHECK(s.rings == replayed.rings);
        CHECK(s.transient == replayed.transient);
        rings += replayed.rings > 0;
        passing += replayed.transient > 0;
    }
    CHECK(rings > 100);
    CHECK(passing > 100);
}

TEST_CASE("a segment costs what its tasks cost row by row") {
    pair_of_layers layers;
    const std::vector<task_sums>& tasks = layers.rows.sums;
    CHECK(layers.grown(0, 3).cost == tasks[2].cost_until);
    CHECK(layers.grown(1, 3).cost == tasks[2].cost_until - tasks[0].cost_until);
    CHECK(layers.grown(0, 3).spill_cost == 10 * 9 * 4 * std::int64_t(plan_costs{}.slow_byte));
}

TEST_CASE("a result in slow memory passes row by row, and is written whatever else is spilled") {
    const segment_sums s = pair_of_layers(0, 0, io::slow).grown(2, 3);
    const segment_sums fast = pair_of_layers().grown(2, 3);
    CHECK(s.has_slow_sink);
    CHECK(s.fast_sinks == 0);
    CHECK(s.rings == 9 * 4);
    CHECK(s.sink_bytes == 0);
    CHECK(s.cost - fast.cost == fast.spill_cost);
    CHECK(s.spill_cost == 0);
}

TEST_CASE("a result at the caller takes nothing") {
    const segment_sums s = pair_of_layers(0, 0, io::caller).grown(2, 3);
    CHECK(s.sinks == 1);
    CHECK(s.fast_sinks == 0);
    CHECK(s.rings + s.transient + s.sink_bytes == 0);
}

TEST_CASE("what is read behind the segment is one of its results, too") {
    test::network_builder b;
    const int x = b.input({1, 8, 4, 4}), first = b.pointwise(x, 2), second = b.pointwise(first, 4);
    b.keep(b.concat({second, first}));
    test::partition_rows rows(b.made);
    const segment_sums s = grow(rows, 0, 2);
    CHECK(s.sinks == 2);
    CHECK(s.sink_bytes == 8 * 4 * (2 + 4));
    CHECK(s.largest_sink == 8 * 4 * 4);
    CHECK(s.sink_row_bytes == 4 * (2 + 4));
    CHECK(s.sink == first);
    CHECK(grow(rows, 0, 2, recomputing).strips_left == 0);
}

TEST_CASE("sums over rows stay as long as the segment runs, and are no scratch") {
    test::network_builder b;
    b.keep(b.global_average(b.pointwise(b.input({1, 8, 4, 4}), 6)));
    test::partition_rows rows(b.made);
    const segment_sums s = grow(rows, 0, 2);
    CHECK(s.rings == 8 * 6);
    CHECK(s.transient == 4 * 6);  // the row that is added up
}

TEST_CASE("in parts, only some columns of a row pass on, and calls are more") {
    const segment_sums s = pair_of_layers().grown(0, 3);
    CHECK(s.producers[0].has(1));
    CHECK_FALSE(s.producers[0].has(2));
    // Of 9 columns, 5 in the widest of two parts, 3 in the widest of four.
    CHECK(s.in_parts[0].transient == 5 * 8);
    CHECK(s.in_parts[1].transient == 3 * 8);
    constexpr std::int64_t cost_of_rows = 10 * 50 * 1000;  // of a layer: 50 cycles a call
    CHECK(s.in_parts[0].cost == 2 * cost_of_rows);
    CHECK(s.in_parts[1].cost == 3 * 2 * cost_of_rows);
    CHECK(s.in_parts[1].rings == 0);
    CHECK(s.beside_producers[0] == 0);
}

TEST_CASE("what passes beside parts is counted as a whole") {
    CHECK(pair_of_layers(50, 0).grown(0, 3).in_parts[1].transient == 50 + 3 * 8);
    CHECK(pair_of_layers(0, 50).grown(0, 3).beside_producers[0] == 50);
}

TEST_CASE("rows under a window that are made again are as many as its parts and rows need") {
    const segment_sums s = pair_of_layers().grown(0, 3, recomputing);
    REQUIRE(s.producers[1].makes_again(2));
    // Four parts of three columns, with one more on either side, of three rows, for ten rows.
    constexpr std::int64_t made = 4 * (3 + 2) * 3 * 10, all = 10 * 9, macs = 10 * 9 * 8;
    CHECK(s.in_parts[2].recomputed_macs == macs * (made - all) / all);
    CHECK(s.in_parts[2].rings == 3 * 5 * 8 - 3 * 9 * 8);
    // Eight parts: two columns each.
    CHECK(s.in_parts[3].rings == 3 * 4 * 8 - 3 * 9 * 8);
}

TEST_CASE("what is read to make rows again stays for all rows under the window") {
    test::network_builder b;
    const int first = b.conv(b.input({1, 10, 9, 4}), three, 16);
    b.keep(b.pointwise(b.conv(b.pointwise(first, 4), three, 16), 4));
    test::partition_rows rows(b.made);
    const segment_sums s = grow(rows, 0, 4, recomputing);
    CHECK(s.transient == 9 * 16);
    CHECK(s.in_parts[2].rings == 3 * 9 * 16 + 3 * (5 - 9) * 4);
    CHECK(s.in_parts[2].transient == 3 * 16);
}

TEST_CASE("strips hold what the widest of them needs, and make again what lies at their seams") {
    test::network_builder b;
    b.keep(b.conv(b.conv(b.input({1, 8, 24, 4}), three, 4), three, 2));
    test::partition_rows rows(b.made, io::arena, io::arena);
    const segment_sums s = grow(rows, 0, 2, recomputing);
    REQUIRE(s.strips_left == (1u << strip_choices) - 1);
    for (int choice = 0; choice < strip_choices; ++choice) {
        const strip_widths exact =
            find_strip_widths(rows.network(), rows.lifetimes(), 0, 2, strips_of(choice));
        CHECK(s.in_strips[choice].rings == 3 * 4 * exact.of[0]);
        CHECK(s.in_strips[choice].sink_bytes == 2 * exact.of[1]);
        CHECK(s.in_strips[choice].recomputed_macs == exact.recomputed_macs);
    }
}

TEST_CASE("a row passes through strips as through the whole width") {
    test::network_builder b;
    b.keep(b.pointwise(b.conv(b.input({1, 8, 24, 4}), three, 8), 2));
    test::partition_rows rows(b.made);
    const segment_sums s = grow(rows, 0, 2, recomputing);
    CHECK(s.transient == 24 * 8);
    for (int choice = 0; choice < strip_choices; ++choice)
        CHECK(s.in_strips[choice].transient == 24 / strips_of(choice) * 8);
}

TEST_CASE("strips are given up that are narrower than a column, or need or compute too much") {
    test::network_builder b;
    b.keep(b.conv(b.conv(b.input({1, 8, 24, 4}), three, 4), three, 2));
    test::partition_rows rows(b.made);
    const segment_sums all = grow(rows, 0, 2, recomputing);
    const std::int64_t of_three = all.in_strips[1].recomputed_macs;
    // 2, 3, 4, 6 and 8 strips.
    CHECK(grow(rows, 0, 2, {.may_recompute = true, .recompute_limit = of_three}).strips_left ==
          0b00011);
    const std::int64_t rings_of_three = all.in_strips[1].rings;
    CHECK(grow(rows, 0, 2, recomputing, rings_of_three).strips_left == 0b11110);
    CHECK(grow(rows, 0, 2, {}).in_strips[0].rings == 0);

    test::network_builder narrow;
    narrow.keep(narrow.pointwise(narrow.input({1, 8, 4, 4}), 4));
    test::partition_rows of_narrow(narrow.made);
    CHECK(grow(of_narrow, 0, 1, recomputing).strips_left == 0b00111);
}

TEST_CASE("a task that makes whole rows leaves no strips") {
    test::network_builder b;
    b.keep(b.softmax(b.pointwise(b.input({1, 8, 24, 4}), 4)));
    test::partition_rows rows(b.made);
    CHECK(grow(rows, 0, 1, recomputing).strips_left != 0);
    CHECK(grow(rows, 1, 2, recomputing).strips_left == 0);
    CHECK(grow(rows, 0, 2, recomputing).strips_left == 0);
}
