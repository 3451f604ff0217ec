// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/replays.hpp>

#include <helpers/random_network.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Segments of one to three tasks that cover [0, tasks).
std::vector<segment_tasks> random_segments(unsigned seed, int tasks) {
    std::mt19937 random(seed);
    std::vector<segment_tasks> made;
    for (int begin = 0; begin < tasks;) {
        const int end = begin + 1 + int(random() % 3);
        made.push_back({std::int16_t(begin), std::int16_t(end < tasks ? end : tasks)});
        begin = made.back().end;
    }
    return made;
}

view<const segment_tasks> all(const std::vector<segment_tasks>& s) {
    return {s.data(), int(s.size())};
}

bool equal(const overlap& a, const overlap& b) {
    return a.dying == b.dying && a.may_go_up == b.may_go_up && a.down == b.down && a.up == b.up;
}

/// A chain of pointwise layers, each of which makes `rows` rows.
test::synthetic_rows chain(int layers, int rows) {
    test::network_builder b;
    int made = b.input({1, rows, 2, 1});
    for (int k = 0; k < layers; ++k) made = b.pointwise(made, 1);
    b.keep(made);
    return test::synthetic_rows(b.made);
}

}  // namespace

TEST_CASE("replays of all segments are those of each by itself") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        const test::owned_network n = test::random_network(seed).make(8);
        const test::synthetic_rows rows(n);
        const int tasks = int(rows.tasks.size());
        REQUIRE(tasks <= 32);
        const std::vector<segment_tasks> segments = random_segments(seed, tasks);
        const std::vector<std::int32_t> tiles(rows.tasks.size(), 1);
        replays<32, 32> together;
        replay_all(rows.network(), {rows.lifetimes.data(), int(rows.lifetimes.size())},
                   {tiles.data(), tasks}, all(segments), together.all());
        replay_facts facts[32];
        list_facts(
            {together.overlaps, together.ring, together.ring_conflicts, together.scratch_conflicts},
            all(segments), facts);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const segment_tasks& s = segments[i];
            const auto alone = rows.replay<3>(s);
            CHECK(equal(facts[i], alone));
            REQUIRE(facts[i].ring.size == s.size());
            for (int k = 0; k < s.size(); ++k) {
                CHECK(facts[i].ring[k] == alone.ring[k]);
                CHECK(facts[i].ring_conflicts[k] == alone.ring_conflicts[k]);
                CHECK(facts[i].scratch_conflicts[k] == alone.scratch_conflicts[k]);
            }
        }
    }
}

TEST_CASE("groups of segments take as many rows as a group may, or are one segment") {
    for (const int rows : {1, 60, 64, 100, 300}) {
        CAPTURE(rows);
        constexpr int layers = 12;
        const test::synthetic_rows made = chain(layers, rows);
        std::vector<segment_tasks> segments;
        for (std::int16_t k = 0; k < layers; ++k) segments.push_back({k, std::int16_t(k + 1)});
        const int most = int(most_replayed_rows) / rows > 1 ? int(most_replayed_rows) / rows : 1;
        for (int begin = 0; begin < layers; ++begin) {
            const int end = begin + most < layers ? begin + most : layers;
            CHECK(end_of_group(made.network(), all(segments), begin) == end);
        }
    }
}

TEST_CASE("a replay makes each row of its tasks, what runs whole in one step") {
    const test::synthetic_rows made = chain(3, 20);
    CHECK(replayed_rows(made.network(), {0, 3}) == 60);
    CHECK(replayed_rows(made.network(), {1, 2}) == 20);
    CHECK(replayed_rows(made.network(), {.begin = 1, .end = 2, .whole = true}) == 1);
    test::network_builder b;
    b.keep(b.transpose(b.input({1, 20, 2, 1})));
    CHECK(replayed_rows(test::synthetic_rows(b.made).network(), {0, 1}) == 1);
}
