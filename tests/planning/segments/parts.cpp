// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/parts.hpp>

#include <helpers/plan_runner.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>
#include <helpers/synthetic_network.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;

/// 3x3, 1x1, 3x3, 1x1: between the two pairs a window is read, within them pixels.
test::owned_network two_pairs() {
    constexpr ops::row_reach window{.kernel = 3, .pad = 1, .pad_end = 1};
    test::network_builder b;
    const int first = b.conv(b.input({1, 10, 9, 4}), window, 16);
    const int second = b.conv(b.pointwise(first, 4), window, 16);
    b.keep(b.pointwise(second, 4));
    return b.made;
}

/// Blocks of 1x1 (or 3x3), any window, 1x1, with an add around those that keep their shape.
test::owned_network random_blocks(int seed, bool only_pixels = true) {
    test::random_numbers random{std::uint64_t(seed)};
    test::network_builder b;
    int at = b.input({1, random.between(3, 14), random.between(2, 16), random.between(1, 4)}, 8);
    for (int block = random.between(1, 3); block > 0; --block) {
        const int kernel = random.between(1, 4), dilation = random.between(1, 2);
        const int span = (kernel - 1) * dilation, pad = random.between(0, span);
        const ops::row_reach window{.kernel = std::int16_t(kernel),
                                    .stride = std::int16_t(random.between(1, 3)),
                                    .dilation = std::int16_t(dilation),
                                    .pad = std::int16_t(pad),
                                    .pad_end = std::int16_t(span - pad)};
        constexpr ops::row_reach three{.kernel = 3, .pad = 1, .pad_end = 1};
        const int channels = random.between(2, 9);
        const int wide = only_pixels || random.chance(2) ? b.pointwise(at, channels)
                                                         : b.conv(at, three, channels);
        const int seen = b.conv(wide, window, random.between(2, 9));
        const bool adds = window.stride == 1 && random.chance(2);
        const int made = b.pointwise(seen, adds ? b.extents(at).channels : random.between(1, 6));
        at = adds ? b.add(at, made) : made;
    }
    b.keep(at);
    return b.made;
}

/// The plan of all tasks as one segment whose rows pass in so many parts.
onnx2hpp::hinted_plan plan_in_parts(onnx2hpp::planner& plans, std::int16_t tasks, int parts,
                                    planning::windows how = planning::windows::whole) {
    const segment_hint all[]{{tasks, false, false, 1, std::int8_t(parts),
                              how == planning::windows::again, how == planning::windows::kept}};
    return plans.plan(plan_hint{.segments = view_of(all)});
}

/// A plan of one segment in parts, whose inputs and outputs are where the seed says.
struct ran_plan {
    io in;
    io out;
    onnx2hpp::hinted_plan plan;
};

/// The plan computed what layers compute one after the other.
ran_plan run_in_parts(const test::owned_network& n, int seed, planning::windows how) {
    const io modes[]{io::caller, io::arena, io::rows};
    const io in = modes[seed % 3], out = modes[seed / 3 % 3];
    const test::layer_by_layer wanted(n);
    onnx2hpp::planner plans(n.view(), {.input = in, .output = out, .alignment = 4});
    const int tasks = int(n.steps.size()) + (in == io::rows) + (out == io::rows);
    const onnx2hpp::hinted_plan p = plan_in_parts(plans, std::int16_t(tasks), 2 + seed % 5, how);
    REQUIRE(p.fault == hint_fault::none);
    const test::plan_runner run(n, p, in, out);
    REQUIRE(run.mistake() == "");
    REQUIRE(run.output(0) == wanted.tensor(int(n.tensors.size()) - 1));
    return {in, out, p};
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

TEST_CASE("rows under windows are made again for each row of their reader") {
    const test::owned_network n = two_pairs();
    onnx2hpp::planner plans(n.view(), {.alignment = 4});
    const onnx2hpp::hinted_plan parts = plan_in_parts(plans, 4, 3, planning::windows::again);
    REQUIRE(parts.fault == hint_fault::none);
    const auto buffer_of = [&](int k) {
        return parts.buffers[std::size_t(parts.tasks[std::size_t(k)].output)];
    };
    // 1x1 of 9 columns, three at a time and one more on either side, under windows of three rows.
    CHECK(parts.tasks[1].parts == 3);
    CHECK(buffer_of(1).rows == 3);
    CHECK(buffer_of(1).row_bytes == 5 * 4);
    CHECK(buffer_of(0).rows == 3);
    // 28 rows for 10, and 4 + 5 + 4 columns for 9.
    const std::int64_t macs = n.steps[1].op.macs;
    CHECK(parts.recomputed_macs == macs * (28 * 13 - 90) / 90);
    CHECK(parts.calls == 10 + 28 * 3 + 10 * 3 + 10 * 3);
}

TEST_CASE("what is made again computes what layers compute") {
    int again = 0, bottom_up = 0, rows = 0;
    for (int seed = 0; seed < test::seeds(1000); ++seed) {
        CAPTURE(seed);
        const ran_plan run = run_in_parts(random_blocks(seed), seed, planning::windows::again);
        const onnx2hpp::hinted_plan& p = run.plan;
        again += p.recomputed_macs > 0;
        bottom_up += p.recomputed_macs > 0 && p.segments[0].bottom_up;
        rows += p.recomputed_macs > 0 && run.in == io::rows;
    }
    MESSAGE("made again: " << again << " plans, bottom-up " << bottom_up << ", from rows " << rows);
    CHECK(again >= test::seeds(500));
    CHECK(bottom_up >= test::seeds(15));
    CHECK(rows >= test::seeds(150));
}

TEST_CASE("rows under windows stay, but for the newest, which come in parts") {
    const test::owned_network n = two_pairs();
    onnx2hpp::planner plans(n.view(), {.alignment = 4});
    const onnx2hpp::hinted_plan whole = plan_in_parts(plans, 4, 3);
    const onnx2hpp::hinted_plan parts = plan_in_parts(plans, 4, 3, planning::windows::kept);
    REQUIRE(parts.fault == hint_fault::none);
    const auto buffer_of = [](const onnx2hpp::owned_plan& p, int k) {
        return p.buffers[std::size_t(p.tasks[std::size_t(k)].output)];
    };
    // Of three rows of 9 columns, two, and of the third three columns and one on either side.
    CHECK(parts.tasks[1].parts == 3);
    CHECK(buffer_of(whole, 1).bytes() == 3 * 9 * 4);
    CHECK(buffer_of(parts, 1).bytes() == 2 * 9 * 4 + 5 * 4);
    CHECK(parts.recomputed_macs == 0);
    // The first row comes as a whole, because two rows lie under the first window.
    CHECK(parts.calls == 10 + 1 + 9 * 3 + 10 * 3 + 10 * 3);
}

TEST_CASE("what is kept under windows computes what layers compute") {
    int kept = 0, over_input = 0, rows = 0;
    for (int seed = 0; seed < test::seeds(1000); ++seed) {
        CAPTURE(seed);
        const ran_plan run =
            run_in_parts(random_blocks(seed, false), seed, planning::windows::kept);
        const onnx2hpp::hinted_plan& p = run.plan;
        bool keeps = false;
        for (const planning::buffer_plan& b : p.buffers) keeps = keeps || b.newest > 0;
        CHECK(p.recomputed_macs == 0);
        kept += keeps;
        rows += keeps && run.in == io::rows;
        over_input += keeps && run.in == io::arena && run.out == io::arena;
    }
    MESSAGE("kept: " << kept << " plans, from rows " << rows << ", in the arena " << over_input);
    CHECK(kept >= test::seeds(300));
    CHECK(rows >= test::seeds(80));
    CHECK(over_input >= test::seeds(25));
}

TEST_CASE("parts and strips do not go together, nor parts and one task") {
    const test::owned_network n = two_pairs();
    onnx2hpp::planner plans(n.view(), {.alignment = 4});
    CHECK(plan_in_parts(plans, 4, 0).fault == hint_fault::segments);
    const segment_hint both[]{{4, false, false, 2, 2}};
    CHECK(plans.plan(plan_hint{.segments = view_of(both)}).fault == hint_fault::segments);
    const segment_hint single[]{{1, false, false, 1, 2}, {4}};
    CHECK(plans.plan(plan_hint{.segments = view_of(single)}).fault == hint_fault::segments);
    CHECK(plan_in_parts(plans, 4, 1, planning::windows::again).fault == hint_fault::segments);
    CHECK(plan_in_parts(plans, 4, 1, planning::windows::kept).fault == hint_fault::segments);
    const segment_hint again_and_kept[]{{4, false, false, 1, 2, true, true}};
    CHECK(plans.plan(plan_hint{.segments = view_of(again_and_kept)}).fault == hint_fault::segments);
}
