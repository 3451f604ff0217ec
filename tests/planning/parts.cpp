// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/parts.hpp>

#include <onnx2hpp/plan/planner.hpp>
#include <support/plan_runner.hpp>
#include <support/synthetic_network.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;

/// 3x3, 1x1, 3x3, 1x1: between the two pairs a window is read, within them pixels.
test::owned_network two_pairs() {
    constexpr ops::row_reach window{.kernel = 3, .pad = 1, .pad_behind = 1};
    test::network_builder b;
    const int first = b.conv(b.input({1, 10, 9, 4}), window, 16);
    const int second = b.conv(b.pointwise(first, 4), window, 16);
    b.keep(b.pointwise(second, 4));
    return b.made;
}

/// The plan of all tasks as one segment whose rows pass in so many parts.
onnx2hpp::hinted_plan plan_in_parts(onnx2hpp::planner& plans, std::int16_t tasks, int parts) {
    const segment_hint all[]{{tasks, false, false, 1, std::int8_t(parts)}};
    return plans.plan(plan_hint{.segments = view_of(all)});
}

}  // namespace

TEST_CASE("rows are made in parts where pixels are read one by one, and by one task only") {
    const test::owned_network n = two_pairs();
    onnx2hpp::planner plans(n.view(), {.alignment = 4});
    const onnx2hpp::hinted_plan whole = plan_in_parts(plans, 4, 1);
    const onnx2hpp::hinted_plan parts = plan_in_parts(plans, 4, 2);
    REQUIRE(parts.fault == hint_fault::none);
    CHECK(parts.tasks[0].parts == 2);
    CHECK(parts.tasks[1].parts == 1);
    CHECK(parts.tasks[2].parts == 2);
    CHECK(parts.tasks[3].parts == 1);
    CHECK(parts.buffers[std::size_t(parts.tasks[0].output)].row_bytes == 5 * 16);
    CHECK(whole.buffers[std::size_t(whole.tasks[0].output)].row_bytes == 9 * 16);
    CHECK(parts.fast_peak_bytes < whole.fast_peak_bytes);
    CHECK(parts.recomputed_macs == 0);
    CHECK(parts.calls == 2 * whole.calls);
}

TEST_CASE("parts compute what layers compute, in any number") {
    const test::owned_network n = two_pairs();
    const test::layer_by_layer wanted(n);
    for (const io mode : {io::caller, io::arena, io::rows}) {
        onnx2hpp::planner plans(n.view(), {.input = mode, .output = mode, .alignment = 4});
        const std::int16_t tasks = mode == io::rows ? 6 : 4;
        for (const int parts : {2, 3, 4, 9, 100}) {
            const onnx2hpp::hinted_plan p = plan_in_parts(plans, tasks, parts);
            REQUIRE(p.fault == hint_fault::none);
            const test::plan_runner run(n, p, mode, mode);
            CHECK(run.mistake() == "");
            CHECK(run.output(0) == wanted.tensor(4));
        }
    }
}

TEST_CASE("parts and strips do not go together, nor parts and one task") {
    const test::owned_network n = two_pairs();
    onnx2hpp::planner plans(n.view(), {.alignment = 4});
    CHECK(plan_in_parts(plans, 4, 0).fault == hint_fault::segments);
    const segment_hint both[]{{4, false, false, 2, 2}};
    CHECK(plans.plan(plan_hint{.segments = view_of(both)}).fault == hint_fault::segments);
    const segment_hint single[]{{1, false, false, 1, 2}, {4}};
    CHECK(plans.plan(plan_hint{.segments = view_of(single)}).fault == hint_fault::segments);
}
