// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/curve.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;

namespace {

/// A plan that takes so much, and what it costs.
struct made_plan {
    std::int64_t bytes;
    std::int64_t cost;
    std::int64_t recomputed = 0;
    std::uint64_t made_from = 0;  // the least budget for which the planner finds it
    std::optional<std::int64_t> instructions{};
};

/// A planner that knows these plans and takes the last one that fits; counts how often it is asked.
struct few_plans {
    std::vector<made_plan> plans;
    int asked = 0;

    swept_budget operator()(std::uint64_t fast) {
        ++asked;
        swept_budget made{fast, {}, 0};
        for (const made_plan& p : plans) {
            if (std::max(std::uint64_t(p.bytes), p.made_from) > fast) continue;
            made.plan.emplace();
            made.plan->fast_peak_bytes = p.bytes;
            made.plan->cost = p.cost;
            made.plan->macs = 100'000 + p.recomputed;
            made.plan->recomputed_macs = p.recomputed;
            made.instructions = p.instructions;
        }
        return made;
    }
};

std::vector<std::uint64_t> budgets_of(few_plans plans) {
    const auto least = std::uint64_t(plans.plans.front().bytes);
    std::vector<std::uint64_t> budgets;
    for (const swept_budget& point :
         find_curve(least, [&](std::uint64_t fast) { return plans(fast); }))
        budgets.push_back(point.fast);
    CHECK(plans.asked < 400);
    return budgets;
}

}  // namespace

TEST_CASE("a curve has each budget where the plan changes, from the least to the cheapest") {
    CHECK(budgets_of({{{1000, 900}, {1400, 700}, {5000, 650}, {20'000, 100}}}) ==
          std::vector<std::uint64_t>{1000, 1400, 5000, 20'000});
}

TEST_CASE("a curve of one plan has one budget") {
    CHECK(budgets_of({{{1000, 0}}}) == std::vector<std::uint64_t>{1000});
}

TEST_CASE("changes below 1 % are left out, those of recomputation are not") {
    CHECK(budgets_of({{{1000, 1000}, {2000, 995}, {3000, 500}}}) ==
          std::vector<std::uint64_t>{1000, 3000});
    CHECK(budgets_of({{{1000, 1000, 5000}, {2000, 995, 2000}, {3000, 990, 0}}}) ==
          std::vector<std::uint64_t>{1000, 2000, 3000});
}

TEST_CASE("a curve has 24 budgets at most, ascending, where plans differ most") {
    few_plans many;
    for (int i = 0; i < 200; ++i) many.plans.push_back({1000 + 500 * i, 1'000'000 / (i + 1)});
    const std::vector<std::uint64_t> budgets = budgets_of(many);
    CHECK(budgets.size() == most_curve_points);
    CHECK(std::is_sorted(budgets.begin(), budgets.end()));
    CHECK(budgets.front() == 1000);
    CHECK(budgets.back() == 1000 + 500 * 199);
    CHECK(budgets[1] == 1500);
}

TEST_CASE("beside each budget stands the plan that is made for it, though it takes less") {
    const few_plans plans{{{1000, 900}, {2000, 500, 0, 2600}, {8000, 100, 0, 12'000}}};
    few_plans asked = plans;
    const auto points = find_curve(1000, [&](std::uint64_t fast) { return asked(fast); });
    REQUIRE(points.size() == 3);
    for (const swept_budget& point : points)
        CHECK(few_plans(plans)(point.fast).plan->fast_peak_bytes == point.plan->fast_peak_bytes);
    CHECK(points[1].fast >= 2600);
    CHECK(points[1].fast < 2700);
    CHECK(points[2].fast >= 12'000);
}

TEST_CASE("where instructions are known, what the planner weighs alone gives no budget") {
    CHECK(budgets_of({{{1000, 900, 0, 0, 500},
                       {2000, 800, 0, 0, 499},
                       {3000, 700, 0, 0, 400},
                       {4000, 600, 0, 0, 399}}}) == std::vector<std::uint64_t>{1000, 3000, 4000});
}

TEST_CASE("a curve has budgets between two plans of as many instructions, and the cheapest plan") {
    CHECK(budgets_of({{{1000, 900, 0, 0, 500},
                       {2000, 700, 0, 0, 480},
                       {4000, 500, 0, 0, 501},
                       {8000, 300, 0, 0, 502}}}) ==
          std::vector<std::uint64_t>{1000, 2000, 4000, 8000});
}
