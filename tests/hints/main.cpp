// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated headers with hints, for targets that are aligned as the tool plans them.

#include <fashion_arena.hpp>
#include <fashion_caller.hpp>
#include <fashion_slow.hpp>
#include <helpers/random.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace tigris;

constexpr target aligned(target t) {
    t.alignment = 4;
    return t;
}
template <auto Model>
constexpr target hinted_target = aligned(Model.default_target);

/// The tool's plan of the hint in the header, from the compiler's facts.
template <auto Model>
onnx2hpp::hinted_plan plan_of_tool() {
    onnx2hpp::planner plans(execution::network_for<Model, portable>, hinted_target<Model>);
    return plans.plan(Model.hints[0]);
}

template <auto Model>
void check_plan() {
    static_assert(execution::is_hint(execution::chosen<Model, hinted_target<Model>>));
    static_assert(!execution::is_hint(execution::chosen<Model, target{.alignment = 4}>));
    constexpr auto& own = plan_of<Model, hinted_target<Model>>;
    const onnx2hpp::hinted_plan tools = plan_of_tool<Model>();
    REQUIRE(tools.fault == hint_fault::none);
    CHECK(own.fast_peak_bytes == tools.fast_peak_bytes);
    CHECK(own.slow_peak_bytes == tools.slow_peak_bytes);
    CHECK(own.cost == tools.cost);
    CHECK(own.calls == tools.calls);
    REQUIRE(own.task_count == tools.task_count);
    for (std::size_t k = 0; k < tools.tasks.size(); ++k)
        CHECK(own.tasks[k].tile == tools.tasks[k].tile);
    REQUIRE(own.buffer_count == tools.buffer_count);
    for (std::size_t b = 0; b < tools.buffers.size(); ++b) {
        CHECK(own.buffers[b].offset == tools.buffers[b].offset);
        CHECK(own.buffers[b].rows == tools.buffers[b].rows);
    }
}

constexpr target with_fast(target t, std::uint64_t fast) {
    t.fast = fast;
    return t;
}
/// No hint is for this memory.
template <auto Model>
constexpr target without_hint = with_fast(hinted_target<Model>, 100'000);

template <auto Model>
void fill(input_buffer<Model>& in, std::uint64_t seed) {
    test::random_numbers random(seed);
    for (auto& x : in.items) x = typename input_edge<Model>::type(random.between(-1, 1));
}

template <auto Model>
bool same(const output_buffer<Model>& a, const output_buffer<Model>& b) {
    return std::memcmp(a.data(), b.data(), sizeof a) == 0;
}

template <auto Model, target Target, class Source>
output_buffer<Model> run_from(const Source& in) {
    static workspace<Model, Target> memory{};
    output_buffer<Model> out{};
    run(Model, memory, in, out);
    return out;
}

}  // namespace

TEST_CASE("the plan of a hint is the tool's") {
    check_plan<fashion_caller::model>();
    check_plan<fashion_arena::model>();
    check_plan<fashion_slow::model>();
}

TEST_CASE("a hint makes fit what would not") {
    constexpr auto& model = fashion_caller::model;
    constexpr target wanted = hinted_target<model>;
    static_assert(fits<model, wanted> && !fits<model, with_fast(wanted, wanted.fast + 1)>);
    CHECK(plan_of<model, wanted>.fast_peak_bytes <= std::int64_t(wanted.fast));
    CHECK(smallest_fast_bytes<model, wanted> == std::int64_t(wanted.fast));
}

TEST_CASE("a hinted plan costs less than the planner's own") {
    constexpr auto& model = fashion_arena::model;
    constexpr target wanted = hinted_target<model>;
    CHECK(plan_of<model, wanted>.cost < plan_of<model, with_fast(wanted, wanted.fast + 1)>.cost);
}

TEST_CASE("a hinted plan computes the same, from the caller's memory") {
    constexpr auto& model = fashion_caller::model;
    static_assert(!execution::is_hint(execution::chosen<model, without_hint<model>>));
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
        input_buffer<model> in{};
        fill<model>(in, seed);
        CHECK(same<model>(run_from<model, hinted_target<model>>(in),
                          run_from<model, without_hint<model>>(in)));
    }
}

TEST_CASE("windows that are kept, from the caller's memory, are among what is computed") {
    constexpr auto& plan = plan_of<fashion_caller::model, hinted_target<fashion_caller::model>>;
    int windows = 0;
    for (int b = 0; b < plan.buffer_count; ++b) windows += plan.buffers[b].newest > 0;
    CHECK(windows >= 3);
}

TEST_CASE("rows that pass in parts compute the same, made bottom-up") {
    constexpr auto& model = fashion_caller::model;
    constexpr target small = with_fast(hinted_target<model>, 6600);
    constexpr auto& plan = plan_of<model, small>;
    int segments = 0;
    for (int s = 0; s < plan.segment_count; ++s)
        segments += plan.segments[s].parts > 1 && plan.segments[s].bottom_up;
    CHECK(segments > 0);
    input_buffer<model> in{};
    fill<model>(in, 4);
    CHECK(same<model>(run_from<model, small>(in), run_from<model, without_hint<model>>(in)));
}

TEST_CASE("a hinted plan computes the same, from a row source and with slow memory") {
    constexpr auto& model = fashion_slow::model;
    input_buffer<model> in{};
    fill<model>(in, 9);
    const auto source = [&](auto* row, int count, int y) {
        std::memcpy(row, in.data() + y * count, sizeof *row * std::size_t(count));
    };
    CHECK(same<model>(run_from<model, hinted_target<model>>(rows_from(source)),
                      run_from<model, without_hint<model>>(rows_from(source))));
}

TEST_CASE("a hinted plan computes the same, in the workspace") {
    constexpr auto& model = fashion_arena::model;
    static workspace<model, hinted_target<model>> hinted{};
    static workspace<model, without_hint<model>> usual{};
    input_buffer<model> in{};
    fill<model>(in, 5);
    std::memcpy(hinted.input(), in.data(), sizeof in);
    std::memcpy(usual.input(), in.data(), sizeof in);
    run(model, hinted, in_workspace, in_workspace);
    run(model, usual, in_workspace, in_workspace);
    CHECK(std::memcmp(hinted.output(), usual.output(), sizeof(output_buffer<model>)) == 0);
}
