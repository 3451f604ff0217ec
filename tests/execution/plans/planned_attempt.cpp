// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/planned_attempt.hpp>

#include <helpers/two_depthwise.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using planning::attempt;

namespace {

constexpr auto layers = two_layers::model;
constexpr auto convs = two_depthwise::model;
constexpr target bare{.fast = 0, .flash = 0, .alignment = 4};
constexpr target wide{.fast = 0, .flash = 0, .alignment = 16};

constexpr attempt impossible{.limit = 8}, least{.smallest = true};

/// Each task alone: with `hidden` after `more`, one unit nearer, and with one offset too few. The
/// last hint moves `hidden` to slow memory.
constexpr segment_hint alone[]{{1, true}, {2, true}, {3, true}};
constexpr segment_hint spilled[]{{1, false, true}, {2}, {3}};
constexpr int32_t apart[]{1500, 0}, too_near[]{1499, 0}, too_few[]{0};
struct with_hints : two_layers::model_type {
    static constexpr sized_array<plan_hint, 4> hints{
        {{.segments = view_of(alone), .fast_offsets = view_of(apart)},
         {.segments = view_of(alone), .fast_offsets = view_of(too_near)},
         {.segments = view_of(alone), .fast_offsets = view_of(too_few)},
         {.segments = view_of(spilled)}}};
};
constexpr with_hints hinted_layers{};
template <int Hint>
constexpr auto& layout_of_hint = layout_for<hinted_layers, bare, hinted{Hint}>;

/// The fault of a plan that may carry at most so many bytes.
template <int64_t MostFast>
constexpr hint_fault fault_with =
    planning::make_plan(plan_constants<layers, bare, attempt{}, MostFast>::made);

}  // namespace

TEST_CASE("what no schedule was found for has no layout") {
    constexpr auto& none = layout_for<layers, bare, impossible>;
    CHECK_FALSE(none.found);
    CHECK((none.fast_bytes == 0 && none.fast_count == 0));
    CHECK(layout_for<layers, bare, attempt{}>.found);
}

TEST_CASE("a layout ends with its highest block, and blocks are multiples of the alignment") {
    constexpr auto& rings = layout_for<convs, bare, least>;
    CHECK((rings.fast_count == 1 && rings.fast_bytes == 212));  // 3 rows of 70 bytes
    CHECK(layout_for<convs, wide, least>.fast_bytes == 224);
    CHECK(layout_for<layers, bare, attempt{}>.fast_bytes == 2 * 6000);
}

TEST_CASE("blocks lie at the offsets of a hint, in units of the alignment") {
    CHECK(layout_of_hint<0>.fault == hint_fault::none);
    CHECK((layout_of_hint<0>.fast[0].offset == 6000 && layout_of_hint<0>.fast[1].offset == 0));
    CHECK(layout_of_hint<0>.fast_bytes == 12000);
    CHECK(layout_of_hint<1>.fault == hint_fault::overlap);
    CHECK(layout_of_hint<2>.fault == hint_fault::offsets);
}

TEST_CASE("slow memory has a layout of its own") {
    constexpr auto& both = layout_of_hint<3>;
    CHECK((both.slow_count == 1 && both.slow_bytes == 6000));
    CHECK(both.fast_bytes == 6000 + 32);  // `more`, and a row of 30 bytes
    CHECK((layout_of_hint<0>.slow_count == 0 && layout_of_hint<0>.slow_bytes == 0));
}

TEST_CASE("a plan that carries more than is there is given up before its layout") {
    CHECK(fault_with<6000> == hint_fault::none);
    CHECK(fault_with<5999> == hint_fault::fast_memory);
    CHECK(plan_constants<layers, bare, attempt{}, 5999>::most_fast_bytes() == 5999);
}

TEST_CASE("the steps of planning are asked for the constants of their attempt") {
    using constants = plan_constants<hinted_layers, bare, hinted{1}>;
    CHECK(constants::how().is_hint());
    CHECK(constants::rows().n.tasks.size == 3);
    CHECK(constants::schedule().segments.size == 3);
    CHECK(constants::fault_of_layout() == hint_fault::overlap);
    CHECK(planning::make_plan(constants::made) == hint_fault::overlap);
}

TEST_CASE("a plan has the bytes of its layout, and room for all tasks, transfers among them") {
    constexpr auto& plan = plan_for<hinted_layers, bare, hinted{3}>;
    CHECK(plan.task_count == 5);
    CHECK(plan.fast_peak_bytes == layout_of_hint<3>.fast_bytes);
    CHECK(plan.slow_peak_bytes == 6000);
    CHECK(plan.slow_traffic_bytes == 2 * 6000);
    CHECK(plan.segment_count == 3);
}

TEST_CASE("a plan is estimated by its schedule, and a hint by its layout") {
    CHECK(plan_for<convs, bare, least>.estimated_bytes == 210);
    CHECK(plan_for<hinted_layers, bare, hinted{3}>.estimated_bytes == 6032);
    CHECK(plan_for<layers, bare, attempt{}>.cost > 0);
}
