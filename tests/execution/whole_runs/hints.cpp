// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/run.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <helpers/random.hpp>
#include <helpers/two_layers.hpp>
#include <wave_int8.hpp>

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace tigris;

/// A plan's segments as a hint, with two rows a call wherever that can be.
template <auto Model, target Target>
struct two_rows_a_call {
    static constexpr auto& plan = plan_of<Model, Target>;

    segment_hint segments[plan.segment_count]{};
    int32_t tiles[plan.task_count]{};

    constexpr two_rows_a_call() {
        for (int s = 0; s < plan.segment_count; ++s) add(s, plan.segments[s]);
    }
    constexpr void add(int s, const planning::segment_plan& own) {
        segments[s] = {own.end, own.whole, false, own.strips};
        for (int k = own.begin; k < own.end; ++k) {
            const planning::task_plan& t = plan.tasks[k];
            const bool adds_up = t.contract == ops::contract::accumulate;
            if (own.whole || t.whole || adds_up || own.strips > 1) continue;
            if (plan.buffers[t.output].height > 1) tiles[k] = 2;
        }
    }
};

/// Each task a segment of its own, in one call.
template <auto Model, target Target>
struct every_task_alone {
    static constexpr int count = plan_of<Model, Target>.task_count;

    segment_hint segments[count]{};

    constexpr every_task_alone() {
        for (int k = 0; k < count; ++k) segments[k] = {int16_t(k + 1), true, false, 1};
    }
};

template <auto Model>
constexpr target smallest{.fast = uint64_t(smallest_fast_bytes<Model, target{.alignment = 4}>),
                          .alignment = 4};
template <auto Model>
constexpr two_rows_a_call<Model, smallest<Model>> two_rows{};
template <auto Model>
constexpr every_task_alone<Model, smallest<Model>> alone{};

/// Budgets tell the overrides apart.
constexpr target for_two_rows{.fast = 100'000, .alignment = 4};
constexpr target for_alone{.fast = 100'001, .alignment = 4};

}  // namespace

template <auto Model>
inline constexpr tigris::plan_hint tigris::plan_override<Model, for_two_rows>{
    .graph = tigris::graph_hash_of<Model>,
    .segments = tigris::view_of(two_rows<Model>.segments),
    .tiles = tigris::view_of(two_rows<Model>.tiles)};
template <auto Model>
inline constexpr tigris::plan_hint tigris::plan_override<Model, for_alone>{
    .graph = tigris::graph_hash_of<Model>, .segments = tigris::view_of(alone<Model>.segments)};

namespace {

template <auto Model, target Target>
bool same_as_default(const input_buffer<Model>& in) {
    static workspace<Model, Target> memory{};
    static workspace<Model> usual{};
    output_buffer<Model> hinted{}, expected{};
    run(Model, memory, in, hinted);
    run(Model, usual, in, expected);
    return std::memcmp(hinted.data(), expected.data(), sizeof hinted) == 0;
}

template <auto Model>
void check_overrides() {
    static_assert(execution::is_hint(execution::chosen<Model, for_two_rows>));
    static_assert(execution::is_hint(execution::chosen<Model, for_alone>));
    test::random_numbers random(7);
    for (int i = 0; i < 5; ++i) {
        input_buffer<Model> in{};
        for (auto& x : in.items) x = typename input_edge<Model>::type(random.between(-127, 127));
        CHECK(same_as_default<Model, for_two_rows>(in));
        CHECK(same_as_default<Model, for_alone>(in));
    }
}

}  // namespace

TEST_CASE("an override computes what the planner's own plan computes") {
    check_overrides<conv_int8::model>();
    check_overrides<conv_float::model>();
    check_overrides<wave_int8::model>();
    check_overrides<two_layers::model>();
}

TEST_CASE("an override's plan is the one that runs") {
    constexpr auto& made = plan_of<two_layers::model, for_alone>;
    static_assert(made.segment_count == made.task_count);
    static_assert(made.segments[0].strategy == planning::strategy::whole);
    constexpr auto& raised = plan_of<two_layers::model, for_two_rows>;
    static_assert(raised.task_count == 3);
    CHECK(raised.tasks[0].tile == 2);
    CHECK(plan_of<two_layers::model, smallest<two_layers::model>>.tasks[0].tile == 1);
}
