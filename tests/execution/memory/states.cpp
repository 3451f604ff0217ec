// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a model keeps from one run to the next.

#include <tigris/execution/run.hpp>
#include <tigris/execution/shared_workspace.hpp>

#include <helpers/run_well.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_sums.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::test;

using floats = running_sum<dtype::f32, 0, false>;
using floats_twice = running_sum<dtype::f32, 0, true>;
using codes = running_sum<dtype::i8, 5, false>;
using codes_twice = running_sum<dtype::i8, 5, true>;

template <class Model>
using element = typename input_edge<Model{}>::type;

/// What is meant by y after each of some runs with x = 1, 2, ...
template <class Model>
std::vector<int> expected(int runs) {
    std::vector<int> values;
    for (int run = 1, h = 0; run <= runs; ++run) {
        const int next = h + run;
        values.push_back(Model::graph.edges[4] == 1 ? next + h : next + run);
        h = next;
    }
    return values;
}

template <class Model, class Workspace>
std::vector<int> values_of(Workspace& memory, int runs) {
    constexpr int zero = input_edge<Model{}>::zero_point;
    std::vector<int> values;
    for (int run = 1; run <= runs; ++run) {
        element<Model> x[6], y[6];
        for (element<Model>& item : x) item = element<Model>(run + zero);
        run_well(Model{}, memory, x, y);
        for (const element<Model> item : y) CHECK(item == y[0]);
        values.push_back(int(y[0]) - zero);
    }
    return values;
}

/// Runs with x = 1, 2, ... and compares the output and both states after each.
template <class Workspace>
void check_two_sums(Workspace& memory, int runs) {
    float sum = 0, total = 0;
    for (int run = 1; run <= runs; ++run) {
        float x[6], y[6];
        for (float& item : x) item = float(run);
        tigris::run(two_sums{}, memory, x, y);
        const float before = total;
        sum += float(run), total += sum;
        for (int i = 0; i < 6; ++i) {
            CHECK(y[i] == total + before);
            CHECK(memory.template state_read<0>()[i] == sum);
            CHECK(memory.template state_read<1>()[i] == total);
        }
    }
}

}  // namespace

TEST_CASE_TEMPLATE("an output is the input of the next run", Model, floats, floats_twice, codes,
                   codes_twice) {
    static workspace<Model{}> unlimited;
    CHECK(values_of<Model>(unlimited, 6) == expected<Model>(6));
    constexpr target rows{
        .fast = std::uint64_t(smallest_fast_bytes<Model{}, target{.input = io::rows}>)};
    static workspace<Model{}, rows> smallest;
    CHECK(values_of<Model>(smallest, 6) == expected<Model>(6));
}

TEST_CASE_TEMPLATE("reset makes states zero, and so does the beginning", Model, floats,
                   codes_twice) {
    static workspace<Model{}> memory;
    CHECK(values_of<Model>(memory, 3) == expected<Model>(3));
    memory.reset();
    CHECK(values_of<Model>(memory, 3) == expected<Model>(3));
}

TEST_CASE("each workspace has states of its own, also where arenas are shared") {
    static workspace<floats{}> first, second;
    static shared_workspace<workspace<floats{}>, workspace<codes{}>, workspace<floats{}>> shared;
    for (const int runs : {2, 3}) {
        first.reset(), second.reset();
        shared.at<0>().reset(), shared.at<1>().reset();
        values_of<floats>(second, 1);
        CHECK(values_of<floats>(first, runs) == expected<floats>(runs));
        values_of<floats>(shared.at<2>(), 1);
        CHECK(values_of<floats>(shared.at<0>(), runs) == expected<floats>(runs));
        CHECK(values_of<codes>(shared.at<1>(), runs) == expected<codes>(runs));
    }
}

TEST_CASE_TEMPLATE("states may be the caller's, and need not be zero before", Model, floats,
                   codes_twice) {
    constexpr int arena = arena_number<target{}>(arena_kind::persistent, fast_region);
    alignas(64) static unsigned char scratch[256], states[256];
    for (unsigned char& byte : states) byte = 0x5a;
    static workspace<Model{}, target{}, external> memory;
    memory.reset();  // before anything is bound
    const input_buffer<Model{}> x{};
    output_buffer<Model{}> y{};
    CHECK(memory.bind(fast_region, scratch, sizeof(scratch)) == status::ok);
    CHECK(run(Model{}, memory, x, y) == status::unbound_arena);
    CHECK(init(Model{}, memory) == status::unbound_arena);
    CHECK(memory.bind(arena, states, sizeof(states)) == status::ok);
    CHECK(values_of<Model>(memory, 3) == expected<Model>(3));
    CHECK(init(Model{}, memory) == status::ok);
    CHECK(values_of<Model>(memory, 3) == expected<Model>(3));
    CHECK(memory.bind(arena, states, sizeof(states)) == status::ok);
    CHECK(values_of<Model>(memory, 2) == expected<Model>(2));
}

TEST_CASE_TEMPLATE("states lie in the memory that a rule names", Model, floats_twice, codes_twice) {
    static constexpr memory_map memories{
        {{.name = "A", .bytes = 4096}, {.name = "B", .bytes = 4096, .read_cost = 100}}};
    static constexpr placement_rules rules{
        {{.memory = "A"}, {.kind = placed::persistent, .memory = "B"}}};
    static constexpr target board{.memories = &memories, .placement = &rules};
    constexpr int in_a = arena_number<board>(arena_kind::persistent, 0),
                  in_b = arena_number<board>(arena_kind::persistent, 1);
    static_assert(arena_bytes<Model{}, board, in_a> == 0);
    static_assert(arena_bytes<Model{}, board, in_b> >= int(2 * sizeof(input_buffer<Model{}>)));
    static workspace<Model{}, board> memory;
    CHECK(values_of<Model>(memory, 4) == expected<Model>(4));
    memory.reset();
    CHECK(values_of<Model>(memory, 4) == expected<Model>(4));
    const auto* state = reinterpret_cast<const unsigned char*>(memory.template state_read<0>());
    CHECK(state - memory.template begin_of<in_b>() < arena_bytes<Model{}, board, in_b>);
}

TEST_CASE("states of a memory with a section are the library's") {
    static constexpr memory_map memories{
        {{.name = "A", .bytes = 4096},
         {.name = "B", .bytes = 4096, .read_cost = 100, .section = ".bss.states"}}};
    static constexpr placement_rules rules{{{.kind = placed::persistent, .memory = "B"}}};
    static constexpr target board{.memories = &memories, .placement = &rules};
    constexpr int number = arena_number<board>(arena_kind::persistent, 1);
    static workspace<floats{}, board> memory;
    CHECK(memory.begin_of<number>() == arena<floats{}, board, number>.data);
    CHECK(values_of<floats>(memory, 3) == expected<floats>(3));
}

TEST_CASE("states leave less of their memory to activations") {
    static constexpr memory_map memories{
        {{.name = "A", .bytes = 256}, {.name = "B", .bytes = 256, .read_cost = 100}}};
    static constexpr target board{.alignment = 8, .memories = &memories};
    CHECK(execution::resolved<floats{}, board>.fast == 512 - 24);
    CHECK(execution::memories_left<floats_twice{}, board>[0].bytes == 256 - 24);
    static constexpr placement_rules rules{{{.kind = placed::persistent, .memory = "B"}}};
    static constexpr target other{.alignment = 8, .memories = &memories, .placement = &rules};
    CHECK(execution::memories_left<floats{}, other>[0].bytes == 256);
    CHECK(execution::memories_left<floats{}, other>[1].bytes == 256 - 24);
    static workspace<floats_twice{}, board> memory;
    CHECK(values_of<floats_twice>(memory, 3) == expected<floats_twice>(3));
}

TEST_CASE("a state is made in place where nothing reads the old value any more") {
    constexpr int states = arena_number<target{}>(arena_kind::persistent, fast_region);
    constexpr std::int64_t once = arena_bytes<floats{}, target{}, states>;
    CHECK(once >= 24);
    CHECK(arena_bytes<floats_twice{}, target{}, states> == 2 * once);
}

TEST_CASE("of two states each has its own value after a run, and room for the next one if needed") {
    static constexpr memory_map memories{
        {{.name = "A", .bytes = 256}, {.name = "B", .bytes = 256, .read_cost = 100}}};
    static constexpr placement_rules rules{{{.kind = placed::persistent, .memory = "B"}}};
    static constexpr target board{.alignment = 8, .memories = &memories};
    static constexpr target other{.alignment = 8, .memories = &memories, .placement = &rules};
    constexpr int in_a = arena_number<board>(arena_kind::persistent, 0);
    constexpr int in_b = arena_number<other>(arena_kind::persistent, 1);
    static_assert(arena_bytes<two_sums{}, board, in_a> == 24 + 2 * 24);
    static_assert(arena_bytes<two_sums{}, other, in_b> == 24 + 2 * 24);
    static workspace<two_sums{}, board> first;
    static workspace<two_sums{}, other> second;
    check_two_sums(first, 4);
    check_two_sums(second, 4);
    first.reset();
    check_two_sums(first, 2);
}

TEST_CASE("states are neither the caller's nor the arena's") {
    constexpr auto& plan = plan_of<floats{}>;
    CHECK(plan.caller_bytes == 2 * 24);
    CHECK(plan.state_bytes == 24);
    CHECK(plan.fast_peak_bytes == 0);
}
