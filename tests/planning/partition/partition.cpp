// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/partition.hpp>

#include <helpers/plan_runner.hpp>
#include <helpers/wide_network.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// What a search may take, and what else planning takes for the segments and the layout.
std::int64_t most_work(int tasks) {
    constexpr std::int64_t searches = 10, rest = 60'000;
    return searches * (work_of_search + (work_of_task + rest) * tasks);
}

}  // namespace

TEST_CASE("a search among many ways to cut ends, and what it finds computes the same") {
    for (const int branches : {40, 160}) {
        CAPTURE(branches);
        const test::owned_network n = test::wide_network(branches);
        onnx2hpp::planner plans(n.view(), {});
        const attempt spilling{.smallest = true, .may_spill = true, .may_recompute = true};
        const std::optional<onnx2hpp::owned_plan> p = plans.plan(spilling);
        REQUIRE(p.has_value());
        CHECK(plans.work() < most_work(plans.task_count()));
        const test::plan_runner run(n, *p, io::caller, io::caller);
        CHECK(run.mistake() == "");
        const test::layer_by_layer expected(n);
        const int last = int(n.tensors.size()) - 1;
        CHECK(run.output(0) == expected.tensor(last));
    }
}

TEST_CASE("attempts that were made are not made again") {
    const test::owned_network n = test::wide_network(20);
    onnx2hpp::planner plans(n.view(), {});
    const std::int64_t least = plans.smallest_fast_bytes(true), once = plans.work();
    CHECK(plans.smallest_fast_bytes(true) == least);
    CHECK(plans.work() == once);
}
