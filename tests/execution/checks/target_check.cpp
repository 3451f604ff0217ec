// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/target_check.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/staged_layers.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using test::finds;
using test::finds_nothing;

namespace {

constexpr auto layers = two_layers::model;

/// A backend without its library.
inline constexpr backend lacking{0x6c61};
struct lacking_tag : kernels::portable_tag {};

enum class mistake { none, edge, shape, order };

constexpr auto graph_with(mistake made) {
    auto graph = two_layers::model_type::graph;
    if (made == mistake::edge) graph.edges[0] = 7;
    if (made == mistake::shape) graph.tensors[2].dims = {2, {200, 40}};
    if (made == mistake::order) graph.tensors[4].order = weight_order::arm_dsp_fours;
    return graph;
}

template <mistake Made>
struct mistaken : two_layers::model_type {
    static constexpr auto graph = graph_with(Made);
};

/// A model whose hint for `hinted_target` is stale.
constexpr target hinted_target{.fast = 4321, .alignment = 4};
constexpr segment_hint one_segment[]{{.end = 3}};
struct with_stale_hint : two_layers::model_type {
    static constexpr sized_array<plan_hint, 1> hints{
        {{.graph = 1, .target = hinted_target, .segments = view_of(one_segment)}}};
};

constexpr memory_map unsound{{{.name = "A", .bytes = 99999}, {.name = "A", .bytes = 99999}}};
constexpr memory_map one_memory{{{.name = "A", .bytes = 99999}}};
constexpr memory_map little{{{.name = "DTCM", .bytes = 899}, {.name = "SRAM", .bytes = 99999}}};
constexpr memory_map enough{{{.name = "DTCM", .bytes = 900}, {.name = "SRAM", .bytes = 99999}}};
constexpr placement_rules in_b{
    {{.kind = placed::scratch, .memory = "A"}, {.kind = placed::scratch, .memory = "B"}}};

/// What may be wrong with a target, beginning with what is found first.
constexpr target in(const memory_map& memories, backend of = portable, uint8_t workers = 1) {
    return {.backend = of, .workers = workers, .memories = &memories, .placement = &in_b};
}

template <auto Model, target Target>
constexpr auto fault = fault_of_target<Model, Target>();

using op = two_layers::op;
using inconsistent = mistaken<mistake::edge>;
using widened = mistaken<mistake::shape>;
using arranged = mistaken<mistake::order>;

}  // namespace

template <>
struct tigris::kernels::backend_tag<lacking> {
    using type = lacking_tag;
};
template <>
inline constexpr bool tigris::kernels::has_library<lacking_tag> = false;

TEST_CASE("a target without mistakes has no fault") {
    CHECK(finds_nothing<fault<layers, target{}>>);
    CHECK(finds_nothing<fault<layers, target{.fast = 0, .workers = 2}>>);
    CHECK(is_same<target_check<layers, target{}>, nothing_to_say>);
}

TEST_CASE("workers are asked about first, then memories, the graph, the library and rules") {
    CHECK(finds<workers_of_target<3>, fault<inconsistent{}, in(unsound, lacking, 3)>>);
    CHECK(finds<workers_of_target<0>, fault<layers, target{.workers = 0}>>);
    CHECK(finds<sound_memories<&unsound>, fault<inconsistent{}, in(unsound, lacking)>>);
    CHECK(finds<consistent_graph<inconsistent{}>, fault<inconsistent{}, in(one_memory, lacking)>>);
    CHECK(finds<library_check<layers, lacking>, fault<layers, in(one_memory, lacking)>>);
    CHECK(finds<placement_check<layers, 1, placement_fault::unknown_memory>,
                fault<layers, in(one_memory)>>);
    CHECK(finds<placement_check<widened{}, 1, placement_fault::unknown_memory>,
                fault<widened{}, in(one_memory)>>);
}

TEST_CASE("a step of another shape is named") {
    CHECK(finds<consistent_step<widened, op::second_gemm>, fault<widened{}, target{}>>);
}

TEST_CASE("weights are in the order that the backend reads") {
    CHECK(finds<order_of_weights<arranged, op::first_gemm, weight_order::arm_dsp_fours,
                                 weight_order::canonical>,
                fault<arranged{}, target{}>>);
}

TEST_CASE("a block of staged constants has a memory, and room in it") {
    constexpr test::staged_layers staged{};
    CHECK(finds<staging_check<staged, &one_memory, 0, -1>,
                fault<staged, target{.memories = &one_memory}>>);
    CHECK(finds<staging_check<staged, &little, 0, 0>, fault<staged, target{.memories = &little}>>);
    CHECK(finds_nothing<fault<staged, target{.memories = &enough}>>);
}

TEST_CASE("a wrong hint is a fault only of its target") {
    constexpr with_stale_hint model{};
    CHECK(finds<hint_check<model, hinted_target>, fault<model, hinted_target>>);
    CHECK(finds_nothing<fault<model, target{.fast = 4320, .alignment = 4}>>);
}
