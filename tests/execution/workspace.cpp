// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/workspace.hpp>

#include <conv_int8.hpp>
#include <helpers/blob_model.hpp>
#include <helpers/packed_by_step.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/staged_layers.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;

namespace {

constexpr auto layers = two_layers::model;
constexpr test::staged_layers staged{};
constexpr test::running_sum<dtype::f32, 0, false> floats{};
constexpr test::running_sum<dtype::i8, 5, true> codes{};

template <auto Model, arena_owner Owner = arena_owner::workspace>
using memory_of = workspace<Model, type_of<Model>::default_target, Owner>;

template <class Workspace>
constexpr bool is_ready_at_once = !Workspace::may_lack && !Workspace::has_init;

constexpr target whole{.input = io::arena, .output = io::arena};
constexpr int states = arena_number<target{}>(arena_kind::persistent, fast_region);
constexpr int constants = arena_number<staged.default_target>(arena_kind::constant, 0);

constexpr int most_arenas = 9;
alignas(64) unsigned char some_bytes[most_arenas][12800];

/// A workspace of the caller's, all of whose arenas are bound.
template <auto Model>
struct bound : workspace<Model, type_of<Model>::default_target, external> {
    bound() {
        for (int arena = 0; arena < most_arenas; ++arena)
            (void)this->bind(arena, some_bytes[arena], 12800);
    }
};

}  // namespace

TEST_CASE("what lies in a workspace needs no more than the object") {
    CHECK(is_ready_at_once<memory_of<layers>>);
    CHECK(is_ready_at_once<memory_of<floats>>);
    constinit static memory_of<layers> memory{};
    CHECK(memory.readiness() == status::ok);
}

TEST_CASE("a run may lack arenas, copied or decoded constants, or a blob") {
    CHECK(memory_of<layers, external>::may_lack);
    CHECK(memory_of<staged>::may_lack);
    CHECK(memory_of<test::packed_by_step<conv_int8::model>{}>::may_lack);
    CHECK(memory_of<test::model_in_blob<conv_int8::model>{}>::may_lack);
    CHECK_FALSE(memory_of<layers, arena_owner::library>::may_lack);
    CHECK_FALSE(memory_of<layers, arena_owner::shared>::may_lack);
}

TEST_CASE("states that begin with a zero point are set before the first run, but may not lack") {
    CHECK(memory_of<codes>::has_init);
    CHECK_FALSE(memory_of<codes>::may_lack);
}

TEST_CASE("inputs and outputs lie in the arena where the plan has them") {
    static workspace<two_by_two::model, whole> memory;
    constexpr auto& plan = plan_of<two_by_two::model, whole>;
    float* begin = reinterpret_cast<float*>(memory.begin_of<fast_region>());
    CHECK(memory.input<0>() == begin + plan.tensors[0].offset / 4);
    CHECK(memory.input<1>() == begin + plan.tensors[1].offset / 4);
    CHECK(memory.output<0>() == begin + plan.tensors[2].offset / 4);
    CHECK(memory.output<1>() == begin + plan.tensors[3].offset / 4);
    CHECK(memory.output<0>() != memory.output<1>());
}

TEST_CASE("a workspace has the bytes of all regions, at a multiple of its alignment") {
    static workspace<layers, whole> memory;
    constexpr auto& plan = plan_of<layers, whole>;
    CHECK(memory.bytes == plan.region_bytes[0] + plan.region_bytes[1]);
    CHECK(reinterpret_cast<std::uintptr_t>(memory.input()) % memory.alignment == 0);
}

TEST_CASE("arenas are bound in order until one does not suit") {
    workspace<conv_int8::model, target{.slow = 1000, .input = io::slow}, external> memory;
    alignas(64) static unsigned char fast[1000], slow[1000];
    CHECK(memory.bind_arenas(arena_memory{fast, 1}, arena_memory{slow, sizeof(slow)}) ==
          status::undersized_arena);
    CHECK(memory.readiness() == status::unbound_arena);
    CHECK(memory.bind_arenas(arena_memory{fast, sizeof(fast)}, arena_memory{slow, sizeof(slow)}) ==
          status::ok);
    CHECK(memory.readiness() == status::ok);
}

TEST_CASE("an arena of constants that is bound anew has none, another arena changes nothing") {
    bound<staged> memory;
    CHECK(memory.readiness() == status::hydration_required);
    memory.mark_hydrated();
    CHECK(memory.readiness() == status::ok);
    CHECK(memory.bind(0, some_bytes[0], 12800) == status::ok);
    CHECK(memory.readiness() == status::ok);
    CHECK(memory.bind(constants, nullptr, 12800) == status::null_arena);
    CHECK(memory.readiness() == status::ok);
    CHECK(memory.bind(constants, some_bytes[constants], 12800) == status::ok);
    CHECK(memory.readiness() == status::hydration_required);
}

TEST_CASE("an arena of states that is bound anew is set by the next run, another is not") {
    bound<floats> memory;
    memory.begin_run();
    memory.state_read<0>()[5] = 7;
    CHECK(memory.bind(fast_region, some_bytes[0], 12800) == status::ok);
    memory.begin_run();
    CHECK(memory.state_read<0>()[5] == 7);
    CHECK(memory.bind(states, some_bytes[states], 12800) == status::ok);
    memory.begin_run();
    CHECK(memory.state_read<0>()[5] == 0);
}

TEST_CASE("a state that is not made in place is kept after the run") {
    static memory_of<codes> memory;
    memory.begin_run();
    CHECK(memory.state_read<0>()[0] == 5);
    REQUIRE(memory.state_read<0>() != memory.state_written<0>());
    memory.state_written<0>()[0] = 9;
    CHECK(memory.state_read<0>()[0] == 5);
    memory.end_run();
    CHECK(memory.state_read<0>()[0] == 9);
}

TEST_CASE("each block of staged constants is told with its arena and its bytes") {
    static memory_of<staged> memory;
    std::vector<staged_block> blocks;
    memory.for_each_staged([&](const staged_block& b) { blocks.push_back(b); });
    REQUIRE(blocks.size() == 1);
    CHECK(blocks[0].arena == constants);
    CHECK(blocks[0].to == memory.begin_of<constants>());
    CHECK(blocks[0].from == two_layers::weights);
    CHECK(blocks[0].bytes == 900);
}

TEST_CASE("init says what is not bound before it copies anything") {
    memory_of<staged, external> memory;
    CHECK(memory.init() == status::unbound_arena);
    bound<staged> other;
    for (auto& byte : some_bytes[constants]) byte = 77;
    CHECK(other.init() == status::ok);
    CHECK(some_bytes[constants][0] == 0);
    CHECK(some_bytes[constants][899] == 0);
    CHECK(some_bytes[constants][900] == 77);
}
