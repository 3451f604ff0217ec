// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/plan/finish_segments.hpp>

#include <helpers/hinted_plans.hpp>
#include <helpers/plan_runner.hpp>
#include <helpers/random_network.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::hinted_plan;

namespace {

constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};
constexpr std::int32_t rows = 32;
constexpr std::int32_t units_of_row = 16;  // of the alignment
constexpr target in_arena{.input = io::arena, .output = io::arena, .alignment = 4};
constexpr target at_caller{.alignment = 4};

/// One layer of 32 rows of 64 bytes, with the kernel of a call.
test::owned_network one_layer(const kernel_facts& kernel = {}) {
    test::network_builder b;
    const int x = b.input({1, rows, 8, 8});
    b.kernel = kernel;
    b.keep(b.pointwise(x, 8));
    return b.made;
}
/// A step that may write over its input, element by element.
test::owned_network one_conversion() {
    test::network_builder b;
    b.keep(b.convert(b.input({1, rows, 8, 8}), 8));
    return b.made;
}

/// The plan of one task whose input begins so many rows behind its output; before it, if negative.
hinted_plan apart(const test::owned_network& n, int rows_apart, target like = in_arena) {
    const int in = std::max(rows_apart, 0), out = std::max(-rows_apart, 0);
    hinted_plan p = test::plan_as(
        n, like, {.segments = {{1}}, .fast_offsets = {in * units_of_row, out * units_of_row}});
    CHECK(test::mistake_of(n, p, like, test::layer_by_layer(n)) == "");
    return p;
}

/// A target with two workers to whom a meeting is worth any work.
target two_workers(target like) {
    like.workers = 2;
    like.costs.meeting = 1;
    return like;
}
int workers_of(const hinted_plan& p) { return p.tasks[0].workers; }

/// Behind the last byte of fast memory that a segment needs.
std::int64_t end_of_live(const onnx2hpp::owned_plan& p, int segment, std::int64_t alignment) {
    std::int64_t end = 0;
    const auto take = [&](std::int64_t offset, std::int64_t bytes) {
        if (bytes > 0) end = std::max(end, offset + align_up(bytes, alignment));
    };
    for (const buffer_plan& b : p.buffers)
        if (b.home == home::arena && 0 <= b.first_segment && b.first_segment <= segment &&
            segment <= b.last_segment)
            take(b.offset, b.bytes());
    const segment_plan& s = p.segments[std::size_t(segment)];
    for (std::size_t k = std::size_t(s.begin); k < std::size_t(s.end); ++k)
        take(p.tasks[k].scratch_offset, p.tasks[k].scratch_bytes);
    return end;
}

}  // namespace

TEST_CASE("a call makes the rows that the layout leaves between input and output, either way") {
    const test::owned_network n = one_layer();
    for (const int k : {1, 2, 5, 31}) {
        CAPTURE(k);
        const hinted_plan down = apart(n, k), up = apart(n, -k);
        CHECK(down.tasks[0].tile == k);
        CHECK(up.tasks[0].tile == k);
        CHECK(down.segments[0].tile_height == k);
        CHECK(down.segments[0].strategy == strategy::tiled);
        CHECK(down.segments[0].calls == (rows + k - 1) / k);
        CHECK_FALSE(down.segments[0].bottom_up);
        CHECK(up.segments[0].bottom_up);
    }
}

TEST_CASE("room for a part of a row is none") {
    const test::owned_network n = one_layer();
    const auto tile_at = [&](int units) {
        return test::plan_as(n, in_arena, {.segments = {{1}}, .fast_offsets = {units, 0}})
            .tasks[0]
            .tile;
    };
    CHECK(tile_at(3 * units_of_row - 1) == 2);
    CHECK(tile_at(3 * units_of_row) == 3);
    CHECK(tile_at(3 * units_of_row + 1) == 3);
}

TEST_CASE("a call makes all rows where input and output share no byte, or none that matters") {
    const hinted_plan side_by_side = apart(one_layer(), rows);
    CHECK(side_by_side.tasks[0].tile == rows);
    CHECK(side_by_side.segments[0].strategy == strategy::whole);
    CHECK(side_by_side.segments[0].calls == 1);
    CHECK(test::plan_as(one_layer(), at_caller, {.segments = {{1}}}).tasks[0].tile == rows);
    CHECK(apart(one_conversion(), 0).tasks[0].tile == rows);
    CHECK(apart(one_conversion(), 3).tasks[0].tile == rows);
    CHECK(apart(one_conversion(), -3).tasks[0].tile == 3);  // bottom-up nothing is overwritten
}

TEST_CASE("scratch that the layout has is enough for the rows of a call, a multiple of its own") {
    const test::owned_network n = one_layer({.scratch_row_bytes = 10});
    const auto tile_from = [&](std::int32_t tile) {
        return test::plan_as(n, {.alignment = 64}, {.segments = {{1}}, .tiles = {tile}})
            .tasks[0]
            .tile;
    };
    CHECK(tile_from(1) == 6);  // of 64 bytes, 60
    CHECK(tile_from(4) == 4);  // of 64 bytes, too
    CHECK(tile_from(8) == 8);  // of 128 bytes 120, but 12 is no multiple of 8
    CHECK(tile_from(16) == 16);
}

TEST_CASE("a call makes no more rows where that costs more") {
    const kernel_facts cheap_rows{.call_cycles = 1000, .row_cycles = 1};
    // Row by row it costs what all rows at once cost; seven calls cost more.
    CHECK(apart(one_layer(cheap_rows), 5).tasks[0].tile == 1);
    CHECK(apart(one_layer(cheap_rows), rows).tasks[0].tile == rows);
}

TEST_CASE("tasks of a chain or in strips keep their rows per call, as do sums and transfers") {
    test::network_builder b;
    b.keep(b.global_average(b.pointwise(b.input({1, rows, 8, 8}), 8)));
    const hinted_plan chain = test::plan_as(b.made, at_caller, {.segments = {{2}}});
    CHECK(chain.tasks[0].tile == 1);
    CHECK(chain.segments[0].strategy == strategy::chain);
    const hinted_plan alone = test::plan_as(b.made, at_caller, {.segments = {{1}, {2}}});
    CHECK(alone.tasks[0].tile == rows);
    CHECK(alone.tasks[1].tile == 1);
    const hinted_plan strips =
        test::plan_as(one_layer(), at_caller, {.segments = {{1, false, false, 2}}});
    CHECK(strips.tasks[0].tile == 1);
    CHECK(strips.segments[0].calls == 2 * rows);
    const hinted_plan received =
        test::plan_as(one_layer(), {.input = io::rows, .alignment = 4}, {.segments = {{1}, {2}}});
    CHECK(received.tasks[0].tile == 1);
    CHECK(received.tasks[1].tile == rows);
}

TEST_CASE("workers share the calls of a task alone, and its work is counted") {
    const test::owned_network n = one_layer();
    const hinted_plan shared = test::plan_as(n, two_workers(at_caller), {.segments = {{1}}});
    CHECK(workers_of(shared) == 2);
    CHECK(shared.shared_macs == n.steps[0].op.macs);
    CHECK(workers_of(test::plan_as(n, at_caller, {.segments = {{1}}})) == 1);
    CHECK(workers_of(apart(n, 1, two_workers(in_arena))) == 1);  // a row cannot be shared
    CHECK(workers_of(apart(n, 2, two_workers(in_arena))) == 2);
    test::network_builder b;
    b.keep(b.pointwise(b.pointwise(b.input({1, rows, 8, 8}), 8), 8));
    const hinted_plan chain =
        test::plan_as(b.made, two_workers(at_caller), {.segments = {{2}}, .tiles = {4, 1}});
    CHECK(chain.tasks[0].tile == 4);
    CHECK(workers_of(chain) == 1);
    CHECK(chain.shared_macs == 0);
}

TEST_CASE("workers share no call whose scratch is one worker's") {
    const test::owned_network n = one_layer({.scratch_row_bytes = 10});
    const auto workers_from = [&](std::int32_t tile) {
        return workers_of(
            test::plan_as(n, two_workers({.alignment = 64}), {.segments = {{1}}, .tiles = {tile}}));
    };
    CHECK(workers_from(1) == 1);  // 6 rows in 64 bytes, which are two workers' only apart
    CHECK(workers_from(8) == 2);  // 64 bytes each
}

TEST_CASE("workers share no call that writes over rows that the other one reads") {
    const test::owned_network n = one_conversion();
    CHECK(workers_of(apart(n, 0, two_workers(in_arena))) == 2);
    CHECK(workers_of(apart(n, rows, two_workers(in_arena))) == 2);
    CHECK(workers_of(apart(n, 3, two_workers(in_arena))) == 1);
    network with_state = n.view();
    with_state.own_inputs = with_state.own_outputs = 0;
    CHECK(workers_of(test::plan_as(with_state, two_workers(at_caller), {.segments = {{1}}})) == 1);
}

TEST_CASE("a stage ends where rows are moved to slow memory or come back") {
    test::network_builder b;
    int at = b.input({1, 8, 4, 4});
    for (int layer = 0; layer < 4; ++layer) at = b.pointwise(at, 2 + layer);
    b.keep(at);
    const target like{.slow = unlimited, .alignment = 4};
    const hinted_plan p =
        test::plan_as(b.made, like, {.segments = {{1}, {2, false, true}, {3}, {4}}});
    const auto stages = [](const hinted_plan& made) {
        std::vector<int> all;
        for (const segment_plan& s : made.segments) all.push_back(s.stage);
        return all;
    };
    CHECK(stages(p) == std::vector{0, 0, 1, 1});
    CHECK(p.stage_count == 2);
    CHECK(p.segments[1].bytes_out == 8 * 4 * 3);
    CHECK(p.segments[2].bytes_in == 8 * 4 * 3);
    CHECK(p.segments[2].bytes_out + p.segments[1].bytes_in == 0);
    const hinted_plan none = test::plan_as(b.made, like, {.segments = {{1}, {2}, {3}, {4}}});
    CHECK(stages(none) == std::vector{0, 0, 0, 0});
    CHECK(none.stage_count == 1);
}

TEST_CASE("strips reload the columns at their seams twice") {
    test::network_builder b;
    b.keep(b.conv(b.transpose(b.input({1, 24, 8, 4})), three_rows, 4));
    const target like{.slow = unlimited, .alignment = 4};
    const hinted_plan p =
        test::plan_as(b.made, like, {.segments = {{1, true, true}, {2, false, false, 3}}});
    // Strips of 8 columns need 9, 10 and 9 of 24.
    CHECK(p.segments[0].bytes_out == 24 * 8 * 4);
    CHECK(p.segments[1].bytes_in == 8 * 28 * 4);
    CHECK(p.segments[1].halo == 2);
}

TEST_CASE("each call reads its constants from flash") {
    test::owned_network n = one_layer();
    n.steps[0].constant_bytes = 100;
    CHECK(apart(n, 5).segments[0].flash_bytes == 7 * 100);
    CHECK(apart(n, rows).segments[0].flash_bytes == 100);
}

TEST_CASE("constants are prepared for calls of one row, once the rows of a call are known") {
    const test::owned_network n = one_layer({.prepared_bytes = 40});
    const target like{
        .optimize = optimize::speed, .input = io::arena, .output = io::arena, .alignment = 4};
    CHECK(apart(n, 1, like).tasks[0].prepared);
    CHECK_FALSE(apart(n, 5, like).tasks[0].prepared);
    CHECK_FALSE(apart(one_layer(), 1, like).tasks[0].prepared);
}

TEST_CASE("a segment's peak is the end of what is live in it, and the plan's the highest") {
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const test::owned_network n = test::random_network(std::uint64_t(seed)).make(6);
        onnx2hpp::planner plans(
            n.view(),
            {.input = seed % 2 ? io::arena : io::caller, .output = io::arena, .alignment = 1});
        const auto p = plans.plan(attempt{.smallest = seed % 3 == 0});
        REQUIRE(p.has_value());
        std::int64_t most = 0;
        for (int s = 0; s < int(p->segments.size()); ++s) {
            const std::int64_t peak = end_of_live(*p, s, plans.alignment());
            CHECK(p->segments[std::size_t(s)].peak_bytes == peak);
            most = std::max(most, peak);
        }
        CHECK(p->fast_peak_bytes == most);
    }
}
