// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/thirsty_backend.hpp>

#include <tigris/execution/plans/plan_of.hpp>

#include <conv_int8.hpp>
#include <onnx2hpp/plan/planner.hpp>
#include <wave_int8.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::owned_plan;
using onnx2hpp::planner;

/// What the compiler makes of a target, and the tool's planner for the same kernels.
template <auto Model, target Target>
void check_drivers(planner& plans) {
    constexpr auto& expected = plan_of<Model, Target>;
    const std::optional<owned_plan> fitting = plans.plan(Target.fast, Target.slow);
    CHECK(fitting.has_value() == fits<Model, Target>);
    const owned_plan made = fitting ? *fitting : plans.smallest_plan(false).value();
    CHECK(made.scratch == execution::shown_target<Model, Target>.scratch);
    CHECK(made.fast_peak_bytes == expected.fast_peak_bytes);
    CHECK(made.segment_count == expected.segment_count);
    CHECK(plans.smallest_fast_bytes(false) == smallest_fast_bytes<Model, Target>);
    for (std::size_t i = 0; i < made.steps.size(); ++i) {
        CHECK(made.steps[i].backend == expected.steps[i].backend);
        CHECK(made.steps[i].is_substitute == expected.steps[i].is_substitute);
        CHECK(made.steps[i].scratch_bytes == expected.steps[i].scratch_bytes);
    }
}

constexpr target thirsty_target(int64_t fast) {
    return {.fast = uint64_t(fast), .backend = test::thirsty, .alignment = 4};
}

template <auto Model>
void check_budgets() {
    constexpr target unlimited_target{.backend = test::thirsty, .alignment = 4};
    constexpr target strict{.backend = test::thirsty, .alignment = 4, .forbid_fallback = true};
    constexpr int64_t own = smallest_fast_bytes<Model, strict>;
    constexpr int64_t least = smallest_fast_bytes<Model, unlimited_target>;
    network n = execution::network_for<Model, test::thirsty>;
    n.least = view_of(execution::facts_for<Model, test::thirsty, 0>.steps);
    planner plans(n, unlimited_target);
    check_drivers<Model, unlimited_target>(plans);
    check_drivers<Model, thirsty_target(own)>(plans);
    check_drivers<Model, thirsty_target(own - 1)>(plans);
    check_drivers<Model, thirsty_target((own + least) / 2)>(plans);
    check_drivers<Model, thirsty_target(least)>(plans);
    check_drivers<Model, thirsty_target(least - 1)>(plans);
    CHECK(plans.graph_hash(0) == graph_hash_of<Model, test::thirsty, 0>);
}

}  // namespace

TEST_CASE("the tool and the compiler let the same kernels give way") {
    check_budgets<conv_int8::model>();
    check_budgets<wave_int8::model>();
}
