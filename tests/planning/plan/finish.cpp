// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/plan/finish.hpp>

#include <helpers/hinted_plans.hpp>
#include <helpers/random_network.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::hinted_plan;
using onnx2hpp::owned_plan;

namespace {

constexpr row_extents image{1, 8, 4, 4};
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};
constexpr target in_arena{.input = io::arena, .output = io::arena, .alignment = 4};
constexpr target at_caller{.alignment = 4};

/// A random network, and its plans of all kinds.
struct random_plans {
    test::owned_network n;
    target like;
    std::vector<owned_plan> plans;
    std::int64_t alignment = 0;

    explicit random_plans(int seed)
        : n(test::random_network(std::uint64_t(seed)).make(7)),
          like{.slow = unlimited,
               .input = seed % 2 ? io::arena : io::caller,
               .output = seed % 3 ? io::caller : io::slow,
               .alignment = 4} {
        onnx2hpp::planner planner(n.view(), like);
        alignment = planner.alignment();
        for (const attempt& a :
             {attempt{}, attempt{.smallest = true}, attempt{.smallest = true, .may_spill = true}})
            if (const auto p = planner.plan(a)) plans.push_back(*p);
        REQUIRE(plans.size() == 3);
    }
    int steps() const { return int(n.steps.size()); }
    int tensors() const { return int(n.tensors.size()); }
    bool is_alias(int step) const {
        return n.steps[std::size_t(step)].op.contract == ops::contract::alias;
    }
    /// The bytes of all tensors of a kind.
    std::int64_t bytes_of(tensor_kind kind) const {
        std::int64_t bytes = 0;
        for (const tensor_facts& t : n.tensors) bytes += t.kind == kind ? t.bytes : 0;
        return bytes;
    }
};

/// Calls check(random_plans, plan) for all plans of many networks.
template <class Check>
void each_plan(const Check& check) {
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const random_plans made(seed);
        for (const owned_plan& p : made.plans) check(made, p);
    }
}

/// Behind the last byte of a region that a buffer or scratch takes.
std::int64_t end_of_region(const owned_plan& p, int region, std::int64_t alignment) {
    std::int64_t end = 0;
    for (const buffer_plan& b : p.buffers)
        if (b.home == home::arena && b.region == region && b.first_segment >= 0)
            end = std::max(end, b.offset + align_up(b.bytes(), alignment));
    for (const task_plan& t : p.tasks)
        if (t.scratch_region == region && t.scratch_bytes > 0)
            end = std::max(end, t.scratch_offset + align_up(t.scratch_bytes, alignment));
    return end;
}

/// The model's tensors that tasks move to slow memory.
std::vector<bool> tensors_moved(const owned_plan& p) {
    std::vector<bool> moved(p.tensors.size());
    for (const task_plan& t : p.tasks)
        if (t.does == action::spill)
            moved[std::size_t(p.buffers[std::size_t(t.output)].tensor)] = true;
    return moved;
}

const buffer_plan& output_of(const owned_plan& p, int task) {
    return p.buffers[std::size_t(p.tasks[std::size_t(task)].output)];
}

/// x of 128 bytes -> 256 -> 512 -> 128 bytes, layer by layer.
test::owned_network widening() {
    test::network_builder b;
    int at = b.input(image);
    for (const int channels : {8, 16, 4}) at = b.pointwise(at, channels);
    b.keep(at);
    return b.made;
}

}  // namespace

TEST_CASE("each step has the task that computes it, and a reshape has none") {
    int reshapes = 0;
    each_plan([&](const random_plans& made, const owned_plan& p) {
        for (int step = 0; step < made.steps(); ++step) {
            const step_plan& s = p.steps[std::size_t(step)];
            CHECK((s.task < 0) == made.is_alias(step));
            CHECK((s.segment < 0) == made.is_alias(step));
            CHECK(s.macs == made.n.steps[std::size_t(step)].op.macs);
            if (made.is_alias(step) && ++reshapes) continue;
            const task_plan& t = p.tasks[std::size_t(s.task)];
            const segment_plan& segment = p.segments[std::size_t(s.segment)];
            CHECK(t.step == step);
            CHECK((segment.begin <= s.task && s.task < segment.end));
            CHECK(s.tile == t.tile);
            CHECK(s.scratch_bytes == t.scratch_bytes);
        }
    });
    CHECK(reshapes > 50);
}

TEST_CASE("each tensor knows the step that makes it and the last that reads it") {
    each_plan([](const random_plans& made, const owned_plan& p) {
        std::vector<int> first(p.tensors.size(), -1), last(p.tensors.size(), -1);
        for (int step = 0; step < made.steps(); ++step) {
            first[std::size_t(made.n.view().output_of(step))] = step;
            for (const std::int16_t t : made.n.view().inputs_of(step)) last[std::size_t(t)] = step;
        }
        for (std::size_t t = 0; t < p.tensors.size(); ++t) {
            CHECK(p.tensors[t].first_step == first[t]);
            if (made.n.tensors[t].kind == tensor_kind::constant) continue;
            CHECK(p.tensors[t].last_step == last[t]);
        }
    });
}

TEST_CASE("a tensor lies where its buffer does, what is spilled in slow memory") {
    int spilled = 0, constants = 0;
    each_plan([&](const random_plans& made, const owned_plan& p) {
        const std::vector<bool> moved = tensors_moved(p);
        for (int t = 0; t < made.tensors(); ++t) {
            const tensor_plan& where = p.tensors[std::size_t(t)];
            CHECK(where.bytes == made.n.tensors[std::size_t(t)].bytes);
            constants += where.home == home::constant;
            if (where.buffer < 0) continue;
            const buffer_plan& b = p.buffers[std::size_t(where.buffer)];
            CHECK(where.home == b.home);
            CHECK(where.region == b.region);
            CHECK(where.offset == b.offset);
            CHECK(where.spilled == moved[std::size_t(b.tensor)]);
            if (where.spilled) CHECK(where.region == slow_space);
            spilled += where.spilled;
        }
    });
    CHECK(spilled > 50);
    CHECK(constants > 20);
}

TEST_CASE("a region takes the bytes up to the end of what lies in it, and peaks are theirs") {
    int slow = 0;
    each_plan([&](const random_plans& made, const owned_plan& p) {
        for (const int region : {fast_space, slow_space})
            CHECK(p.region_bytes[std::size_t(region)] == end_of_region(p, region, made.alignment));
        CHECK(p.fast_peak_bytes == p.region_bytes[fast_space]);
        CHECK(p.slow_peak_bytes == p.region_bytes[slow_space]);
        slow += p.slow_peak_bytes > 0;
    });
    CHECK(slow > 50);
}

TEST_CASE("totals are sums over segments, steps and constants") {
    each_plan([](const random_plans& made, const owned_plan& p) {
        std::int64_t calls = 0, traffic = 0, recomputed = 0, macs = 0, flash = 0;
        for (const segment_plan& s : p.segments) {
            calls += s.calls, recomputed += s.recomputed_macs;
            traffic += s.bytes_in + s.bytes_out;
        }
        for (const step_facts& s : made.n.steps) macs += s.op.macs;
        for (const tensor_facts& t : made.n.tensors)
            flash += t.kind == tensor_kind::constant ? (t.bytes + 3) / 4 * 4 : 0;
        CHECK(p.calls == calls);
        CHECK(p.slow_traffic_bytes == traffic);
        CHECK(p.recomputed_macs == recomputed);
        CHECK(p.macs == macs);
        CHECK(p.flash_bytes == flash);
        CHECK(p.segment_count == int(p.segments.size()));
        CHECK(p.task_count == int(p.tasks.size()));
        CHECK(p.read_count == int(p.reads.size()));
        CHECK(p.buffer_count == int(p.buffers.size()));
    });
}

TEST_CASE("what the caller has is counted, and nothing that lies in an arena") {
    each_plan([](const random_plans& made, const owned_plan& p) {
        const std::int64_t in = made.bytes_of(tensor_kind::input);
        const std::int64_t out = made.bytes_of(tensor_kind::output);
        CHECK(p.caller_bytes == (made.like.input == io_modes(io::caller) ? in : 0) +
                                    (made.like.output == io_modes(io::caller) ? out : 0));
        CHECK(p.state_bytes == 0);
    });
}

TEST_CASE("states are counted once, and not as the caller's") {
    test::network_builder b;
    const int x = b.input(image), state = b.input({1, 8, 4, 2});
    b.keep(b.pointwise(x, 8));
    b.keep(b.pointwise(state, 2));
    network n = b.made.view();
    n.own_inputs = n.own_outputs = 1;
    const hinted_plan p = test::plan_as(n, at_caller, {.segments = {{1}, {2}}});
    CHECK(p.state_bytes == 8 * 4 * 2);
    CHECK(p.caller_bytes == 8 * 4 * 4 + 8 * 4 * 8);
}

TEST_CASE("tables and records take flash, packed constants take less of it") {
    test::owned_network n = widening();
    n.steps[0].kernel.table_bytes = 100;
    n.steps[2].kernel.record_bytes = 30;
    network model = n.view();
    model.saved_bytes = 8;
    CHECK(test::plan_as(model, at_caller, {.segments = {{3}}}).flash_bytes == 100 + 30 - 8);
}

TEST_CASE("a prefix moves all of fast memory, and nothing else") {
    const test::owned_network n = widening();
    network packed = n.view();
    packed.prefix_bytes = 64;
    const target like{.slow = unlimited, .input = io::arena, .output = io::slow, .alignment = 4};
    const test::decisions layers{.segments = {{1, true}, {2, true, true}, {3}}};
    const hinted_plan plain = test::plan_as(n, like, layers);
    const hinted_plan moved = test::plan_as(packed, like, layers);
    REQUIRE(plain.slow_peak_bytes > 0);
    CHECK(moved.prefix_bytes == 64);
    CHECK(moved.fast_peak_bytes == plain.fast_peak_bytes + 64);
    CHECK(moved.region_bytes[fast_space] == plain.region_bytes[fast_space] + 64);
    CHECK(moved.slow_peak_bytes == plain.slow_peak_bytes);
    for (std::size_t i = 0; i < plain.buffers.size(); ++i) {
        const buffer_plan& b = plain.buffers[i];
        const bool is_moved = b.home == home::arena && b.region == fast_space;
        CHECK(moved.buffers[i].offset == b.offset + (is_moved ? 64 : 0));
    }
}

TEST_CASE("a prefix takes fast memory that nothing else takes") {
    test::network_builder b;
    b.keep(b.pointwise(b.input(image), 4));
    network packed = b.made.view();
    packed.prefix_bytes = 64;
    const hinted_plan p = test::plan_as(packed, at_caller, {.segments = {{1}}});
    CHECK(p.region_bytes[fast_space] == 64);
    CHECK(p.fast_peak_bytes == 64);
}

TEST_CASE("offsets count from the begin of their own region") {
    static constexpr memory_map two{
        {{.name = "A", .bytes = 600, .read_cost = 1}, {.name = "B", .bytes = 300, .read_cost = 2}}};
    const test::owned_network n = widening();
    target like = in_arena;
    like.memories = &two;
    // 512 bytes fill A; what is read to make them is in B.
    const hinted_plan p = test::plan_as(n, like, {.segments = {{1, true}, {2, true}, {3, true}}});
    CHECK(output_of(p, 1).region == 0);
    CHECK(output_of(p, 1).offset == 0);
    CHECK(output_of(p, 0).region == 1);
    CHECK(output_of(p, 0).offset == 0);
    CHECK(p.region_bytes[0] == 512);
    CHECK(p.region_bytes[1] == 256);
}

TEST_CASE("what a concatenation joins is written to slices of its pixels") {
    test::network_builder b;
    const int x = b.input(image);
    const int joined = b.concat({b.pointwise(x, 2), b.pointwise(x, 3), b.pointwise(x, 1)});
    b.keep(b.conv(joined, three_rows, 4));
    const hinted_plan p = test::plan_as(b.made, in_arena, {.segments = {{5}}});
    const buffer_plan& whole = output_of(p, 3);
    CHECK(whole.pixel_bytes == 0);
    const std::int32_t channels_before[]{0, 2, 5}, channels[]{2, 3, 1};
    for (int k = 0; k < 3; ++k) {
        CAPTURE(k);
        const buffer_plan& slice = output_of(p, k);
        CHECK(slice.slice_offset == channels_before[k]);
        CHECK(slice.pixel_bytes == 2 + 3 + 1);
        CHECK(slice.offset == whole.offset);
        CHECK(slice.rows == whole.rows);
        CHECK(slice.row_bytes == 4 * 6);
        CHECK(slice.own_row_bytes == 4 * channels[k]);
    }
}

TEST_CASE("a sum's operand has the slots of the sum, wherever these are") {
    test::network_builder b;
    const int x = b.input(image);
    b.keep(b.add(b.add(b.pointwise(x, 4), x), x));
    const hinted_plan one = test::plan_as(b.made, in_arena, {.segments = {{3}}});
    for (const int k : {0, 1}) {
        CHECK(output_of(one, k).offset == output_of(one, 2).offset);
        CHECK(output_of(one, k).rows == 8);
        CHECK(output_of(one, k).pixel_bytes == 0);
    }
    const hinted_plan given = test::plan_as(b.made, at_caller, {.segments = {{3}}});
    CHECK(output_of(given, 0).home == home::output);
    CHECK(output_of(given, 0).index == 0);
    const hinted_plan apart = test::plan_as(b.made, at_caller, {.segments = {{1}, {3}}});
    CHECK(output_of(apart, 0).home == home::arena);
}

TEST_CASE("a buffer has the rows of a ring, and says whether it outlives its segment") {
    test::network_builder b;
    const int first = b.conv(b.input(image), three_rows, 4);
    b.keep(b.pointwise(b.conv(first, three_rows, 4), 4));
    const hinted_plan p = test::plan_as(b.made, in_arena, {.segments = {{2}, {3}}});
    CHECK(output_of(p, 0).rows == 3);
    CHECK(output_of(p, 0).height == 8);
    CHECK(output_of(p, 0).columns == 4);
    CHECK_FALSE(output_of(p, 0).alive_after);
    CHECK(output_of(p, 1).rows == 8);
    CHECK(output_of(p, 1).alive_after);
    CHECK(output_of(p, 1).first_segment == 0);
    CHECK(output_of(p, 1).last_segment == 1);
    CHECK(p.tensors[std::size_t(first)].ring_rows == 3);
    CHECK_FALSE(p.buffers[0].alive_after);  // given
}

TEST_CASE("windows that are kept say where their rows are") {
    test::network_builder b;
    const int wide = b.pointwise(b.input({1, 10, 9, 4}), 4);
    b.keep(b.pointwise(b.conv(wide, three_rows, 16), 4));
    const hinted_plan p =
        test::plan_as(b.made, at_caller, {.segments = {{3, false, false, 1, 3, false, true}}});
    const buffer_plan& kept = output_of(p, 0);
    CHECK(kept.rows == 2);
    CHECK(kept.newest == 1);
    CHECK(kept.stride == 1);
    CHECK(kept.above == 1);
    CHECK(kept.part_bytes == 5 * 4);  // three columns, and one on either side
    CHECK(p.tasks[0].parts == 3);
    CHECK(p.tasks[2].parts == 1);
}

TEST_CASE("the step at the peak is one of the segment that needs most") {
    const auto peak_step = [](const std::vector<segment_hint>& segments) {
        return test::plan_as(widening(), in_arena, {.segments = segments}).peak_step;
    };
    CHECK(peak_step({{1, true}, {2, true}, {3, true}}) == 1);  // 256 and 512 bytes
    // Row by row, 512 bytes are never there: 128 and 256 are most.
    CHECK(peak_step({{1, true}, {3}}) == 0);
    CHECK(peak_step({{2}, {3, true}}) == 2);  // 512 and 128
    test::network_builder b;
    const int x = b.input(image), small = b.pointwise(b.pointwise(x, 8), 1);
    b.keep(b.add(b.pointwise(small, 4), x));
    // Step 0 touches 128 and 256 bytes, step 1 256 and 32 beside the 128 of x.
    CHECK(test::plan_as(b.made, in_arena, {.segments = {{1, true}, {2, true}, {3, true}, {4}}})
              .peak_step == 1);
}

TEST_CASE("of a segment's steps the one at the peak has the most operands, result and scratch") {
    test::owned_network n = widening();
    CHECK(test::plan_as(n, in_arena, {.segments = {{3}}}).peak_step == 2);  // a row, 128 bytes
    n.steps[1].kernel.scratch_bytes = 1000;
    CHECK(test::plan_as(n, in_arena, {.segments = {{3}}}).peak_step == 1);
    test::network_builder narrowing;
    narrowing.keep(narrowing.pointwise(narrowing.pointwise(narrowing.input(image), 1), 1));
    // The first step reads 128 bytes, the last one makes 32.
    CHECK(test::plan_as(narrowing.made, in_arena, {.segments = {{2}}}).peak_step == 0);
}

TEST_CASE("a region that a rule names is the buffer's, and others are not pinned") {
    static constexpr memory_map two{
        {{.name = "A", .bytes = 600}, {.name = "B", .bytes = 600, .read_cost = 1}}};
    const test::owned_network n = widening();
    const std::int8_t wanted[]{-1, 1, -1, -1};
    network ruled = n.view();
    ruled.regions = view_of(wanted);
    target like = in_arena;
    like.memories = &two;
    const hinted_plan p =
        test::plan_as(ruled, like, {.segments = {{1, true}, {2, true}, {3, true}}});
    CHECK(output_of(p, 0).pinned);
    CHECK(output_of(p, 0).region == 1);
    CHECK_FALSE(output_of(p, 1).pinned);
}
