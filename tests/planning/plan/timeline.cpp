// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/plan/timeline.hpp>

#include <helpers/plan_timeline.hpp>
#include <helpers/random_network.hpp>
#include <helpers/seeds.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::planner;
using test::network_builder;

constexpr row_extents image{1, 8, 4, 4};
constexpr std::int64_t image_bytes = 128;
constexpr std::int64_t row_bytes = 16;
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};

/// Of the smallest plan.
std::vector<std::int64_t> live_bytes_of(const network_builder& b, const target& like) {
    planner plans(b.made.view(), like);
    const auto p = plans.plan(std::uint64_t(plans.smallest_fast_bytes(false)), 0);
    REQUIRE(p.has_value());
    return plans.timeline(p->how);
}

}  // namespace

TEST_CASE("a step's live bytes are those of its rings, not the segment's peak") {
    network_builder b;
    const int wide = b.conv(b.pointwise(b.input(image), 8), three_rows, 4);
    b.keep(b.conv(wide, three_rows, 4));
    const auto live = live_bytes_of(b, {.alignment = 4});
    CHECK(live[0] == 3 * 2 * row_bytes + 3 * row_bytes);
    CHECK(live[2] == live[0]);
}

TEST_CASE("an average's input is gone when the vector behind it is made") {
    network_builder b;
    const int mean = b.global_average(b.conv(b.input(image), three_rows, 4));
    b.keep(b.gemm(mean, 10));
    const auto live = live_bytes_of(b, {.alignment = 4});
    CHECK(live.back() == 4);
    CHECK(live.front() > live.back());
}

TEST_CASE("what a segment does not touch is live all the same") {
    network_builder b;
    const int x = b.input(image), first = b.transpose(x), second = b.transpose(first);
    b.keep(b.add(second, x));
    const auto live = live_bytes_of(b, {.input = io::arena, .output = io::arena, .alignment = 4});
    CHECK(live[0] == 2 * image_bytes);
    CHECK(live[1] == 3 * image_bytes);
}

TEST_CASE("bytes that a result shares with the input that dies in it count once") {
    network_builder b;
    b.keep(b.conv(b.input(image), three_rows, 4));
    const auto live = live_bytes_of(b, {.input = io::arena, .output = io::arena, .alignment = 4});
    CHECK(live[0] == image_bytes + 2 * row_bytes);
}

TEST_CASE("live bytes are what the calls of a run find, counted one by one") {
    int steps = 0, below_peak = 0, chains = 0;
    for (int seed = 0; seed < test::seeds(500); ++seed) {
        CAPTURE(seed);
        const test::owned_network n = test::random_network(std::uint64_t(seed)).make(2 + seed % 12);
        const io modes[]{io::caller, io::arena, io::rows};
        const target like{.input = modes[seed % 3],
                          .output = modes[seed / 3 % 3],
                          .alignment = 4u << seed % 3,
                          .costs = {.recompute_percent = seed % 2 ? 15u : 200u}};
        planner plans(n.view(), like);
        const bool has_slow = seed % 2 == 1;
        const std::uint64_t smallest = std::uint64_t(plans.smallest_fast_bytes(has_slow));
        for (const std::uint64_t fast : {smallest, smallest * 3 / 2, unlimited}) {
            const auto p = plans.plan(fast, has_slow ? unlimited : 0);
            REQUIRE(p.has_value());
            const test::plan_runner run(n, *p, like.input, like.output);
            REQUIRE(run.mistake() == "");
            const test::plan_timeline counted(n, *p, run.calls(), like, plans.alignment());
            const std::vector<std::int64_t> live = plans.timeline(p->how);
            for (std::size_t i = 0; i < live.size(); ++i) {
                const step_plan& step = p->steps[i];
                if (step.task < 0) continue;
                const segment_plan& s = p->segments[std::size_t(step.segment)];
                CHECK(live[i] <= s.peak_bytes);
                if (s.parts > 1) continue;
                CAPTURE(step.task);
                CHECK(live[i] == counted.most_at(step.task));
                ++steps;
                below_peak += live[i] < s.peak_bytes;
                chains += s.size() > 1;
            }
        }
    }
    CHECK(chains * 5 > steps);
    CHECK(below_peak * 4 > steps);
}
