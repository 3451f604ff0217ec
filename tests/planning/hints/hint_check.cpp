// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/hints/hint_check.hpp>

#include <tigris/execution/plans/plan_of.hpp>
#include <tigris/planning/hints/graph_hash.hpp>

#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <utility>

namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr target key{.fast = 0, .flash = 0, .alignment = 4};
constexpr auto& facts = execution::row_facts_for<two_layers::model, key>;
constexpr row_network tasks = network_of(facts);

template <int N>
constexpr hint_fault segments_fault(const segment_hint (&segments)[N]) {
    return check_segments(tasks, lifetimes_of(facts), {.segments = view_of(segments)});
}

}  // namespace

TEST_CASE("segments must cover all tasks, in order") {
    CHECK(segments_fault({{1}, {3}}) == hint_fault::none);
    CHECK(segments_fault({{3}}) == hint_fault::none);
    CHECK(segments_fault({{1}, {2}}) == hint_fault::segments);
    CHECK(segments_fault({{1}, {4}}) == hint_fault::segments);
    CHECK(segments_fault({{2}, {1}, {3}}) == hint_fault::segments);
    CHECK(segments_fault({{1}, {1}, {3}}) == hint_fault::segments);
}

TEST_CASE("only one task runs in one call, and strips need columns") {
    CHECK(segments_fault({{1, true}, {3}}) == hint_fault::none);
    CHECK(segments_fault({{1}, {3, true}}) == hint_fault::segments);
    CHECK(segments_fault({{3, false, false, 0}}) == hint_fault::segments);
    CHECK(segments_fault({{3, false, false, 2}}) == hint_fault::segments);
}

TEST_CASE("tile heights are powers of two, or all rows") {
    const segment_tasks segments[]{{0, 1, true}, {1, 3}};
    const auto fault = [&](std::initializer_list<int32_t> tiles) {
        return check_tiles(tasks, {segments, 2}, {.tiles = {tiles.begin(), int(tiles.size())}});
    };
    CHECK(fault({}) == hint_fault::none);
    CHECK(fault({0, 0, 0}) == hint_fault::none);
    CHECK(fault({0, 4, 200}) == hint_fault::none);
    CHECK(fault({0, 4}) == hint_fault::tiles);
    CHECK(fault({0, 3, 0}) == hint_fault::tiles);
    CHECK(fault({0, -2, 0}) == hint_fault::tiles);
    CHECK(fault({0, 256, 0}) == hint_fault::tiles);
    CHECK(fault({2, 0, 0}) == hint_fault::tiles);
}

TEST_CASE("a task alone writes no ring, so that any height will do") {
    const segment_tasks segments[]{{0, 1, true}, {1, 2}, {2, 3}};
    const int32_t tiles[]{0, 3, 0};
    CHECK(check_tiles(tasks, {segments, 3}, {.tiles = {tiles, 3}}) == hint_fault::none);
}

TEST_CASE("blocks that are live together must not share bytes") {
    block blocks[]{{.bytes = 8, .last_segment = 1, .id = 0},
                   {.bytes = 8, .first_segment = 1, .last_segment = 2, .id = 1},
                   {.bytes = 8, .first_segment = 2, .last_segment = 2, .id = 2}};
    const auto fault = [&](std::initializer_list<int32_t> offsets) {
        return take_offsets({offsets.begin(), int(offsets.size())}, 4, {blocks, 3}, {});
    };
    CHECK(fault({0, 2, 0}) == hint_fault::none);
    CHECK(end_of({blocks, 3}) == 16);
    CHECK(fault({0, 1, 0}) == hint_fault::overlap);
    CHECK(fault({0, 2, 1}) == hint_fault::overlap);
    CHECK(fault({0, 2, 3}) == hint_fault::overlap);
    CHECK(fault({0, -2, 0}) == hint_fault::offsets);
    CHECK(fault({0, 2}) == hint_fault::offsets);
}

TEST_CASE("an output may lie as close to the input that dies as its replay says") {
    block blocks[]{{.bytes = 8, .id = 0}, {.bytes = 8, .id = 1, .partner = 0, .down = 4}};
    const auto fault = [&](int32_t input, int32_t output) {
        const int32_t offsets[]{input, output};
        return take_offsets({offsets, 2}, 4, {blocks, 2}, {});
    };
    CHECK(fault(1, 0) == hint_fault::none);
    CHECK(fault(0, 0) == hint_fault::overlap);
    CHECK(fault(0, 1) == hint_fault::overlap);
    CHECK(fault(0, 2) == hint_fault::none);
}

TEST_CASE("the hash tells graphs apart by what their plans depend on") {
    execution::facts_table<two_layers::model, portable> changed =
        execution::facts_for<two_layers::model, portable>;
    const auto hash = [&changed = std::as_const(changed)] {
        return graph_hash({view_of(changed.tensors), view_of(changed.steps),
                           two_layers::model.graph.all().edges});
    };
    CHECK(hash() == graph_hash_of<two_layers::model>);
    CHECK(hash() != graph_hash_of<two_by_two::model>);
    changed.steps[0].op.macs += 1;
    changed.steps[0].kernel.call_cycles += 1;
    CHECK(hash() == graph_hash_of<two_layers::model>);
    changed.steps[1].op.reach.kernel = 3;
    CHECK(hash() != graph_hash_of<two_layers::model>);
    changed.steps[1].op.reach.kernel = 1;
    changed.tensors[2].bytes += 1;
    CHECK(hash() != graph_hash_of<two_layers::model>);
}
