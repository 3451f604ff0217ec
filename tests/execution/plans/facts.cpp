// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/facts.hpp>

#include <helpers/running_sum.hpp>
#include <helpers/staged_layers.hpp>
#include <helpers/thirsty_backend.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_depthwise.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr auto layers = two_layers::model;
constexpr test::running_sum<dtype::f32, 0, false> sum{};

/// two_layers with a mistake, or with an order of the weights of both layers.
enum class change { edge, outputs, first_shape, both_shapes, arm_order };

constexpr auto changed_graph(change made) {
    auto graph = two_layers::model_type::graph;
    if (made == change::edge) graph.edges[13] = 7;
    if (made == change::outputs) graph.nodes[1].outputs = 2;
    if (made == change::first_shape) graph.tensors[1].dims = {2, {200, 31}};
    if (made == change::both_shapes) graph.tensors[2].dims = {2, {200, 31}};
    if (made == change::arm_order) graph.tensors[4].order = weight_order::arm_dsp_fours;
    return graph;
}
template <change Made>
struct changed : two_layers::model_type {
    static constexpr auto graph = changed_graph(Made);
};
template <change Made, backend Backend = portable>
constexpr auto& facts_with = facts_for<changed<Made>{}, Backend>;

template <auto Model, class Op>
constexpr bool has_records = kinds_of<Model>.records[ops::kind_of<Op>] != 0;

/// Two groups of 90 bytes of constants are packed into 80 and 60 bytes.
struct packed_model : two_depthwise::model_type {
    static constexpr sized_array<constant_place, 5> constant_places{
        {{.source = 0}, {}, {}, {}, {.source = 1}}};
    static constexpr sized_array<packed_constants, 2> packed{
        {{.packed_bytes = 80, .bytes = 90}, {.packed_bytes = 60, .bytes = 90, .offset = 96}}};
    static constexpr int64_t prefix_bytes = 192;
};

constexpr memory_map of_64{{{.name = "SRAM", .bytes = 99999, .alignment = 64}}};

}  // namespace

TEST_CASE("a graph is consistent if its edges lead to tensors and each step makes one") {
    CHECK(is_consistent<layers>);
    CHECK_FALSE(has_valid_graph<changed<change::edge>{}>);
    CHECK_FALSE(is_consistent<changed<change::edge>{}>);
    CHECK_FALSE(is_consistent<changed<change::outputs>{}>);
    constexpr node several[]{{.outputs = 1}, {.outputs = 2}}, none[]{{.outputs = 0}};
    CHECK(makes_one_each({several, 1}));
    CHECK_FALSE(makes_one_each({several, 2}));
    CHECK_FALSE(makes_one_each({none, 1}));
}

TEST_CASE("a step of another shape is known by its number") {
    CHECK(facts_for<layers, portable>.wrong_step == -1);
    CHECK(facts_with<change::first_shape>.wrong_step == 0);
    CHECK(facts_with<change::both_shapes>.wrong_step == 1);
}

TEST_CASE("the first step whose weights have the order of another backend is known") {
    CHECK(facts_for<layers, portable>.foreign_step == -1);
    CHECK_FALSE(facts_for<layers, portable>.has_orders);
    CHECK(facts_with<change::arm_order>.foreign_step == 0);
    CHECK(facts_with<change::arm_order>.has_orders);
}

TEST_CASE("only operators of the model have records") {
    CHECK(has_records<layers, ops::gemm>);
    CHECK(has_records<layers, ops::convert>);
    CHECK_FALSE(has_records<layers, ops::conv>);
    CHECK_FALSE(has_records<two_by_two::model, ops::gemm>);
}

TEST_CASE("each step has the facts of its own operator") {
    constexpr auto& steps = facts_for<layers, portable>.steps;
    CHECK(steps[0].op.macs == 200 * 30 * 30);
    CHECK(steps[2].op.macs == 0);
    CHECK(steps[1].constant_bytes == 900 + 4 + 1);
    CHECK(steps[2].first_input == 12);
    CHECK(steps[0].kernel.record_bytes > 0);
}

TEST_CASE("kernels give way to substitutes where scratch is little") {
    constexpr uint64_t most = uint64_t(test::thirsty_bytes(30));
    CHECK(facts_for<layers, test::thirsty, most>.steps[0].kernel.backend == test::thirsty);
    CHECK(facts_for<layers, test::thirsty, most - 1>.steps[0].kernel.is_substitute);
}

TEST_CASE("a step whose constants are moved has no record in flash") {
    constexpr auto& moved = facts_for<test::staged_layers{}, portable>.steps;
    CHECK(moved[0].kernel.record_bytes == 0);
    CHECK(moved[2].kernel.record_bytes > 0);
}

TEST_CASE("offsets are multiples of what target, memories, elements and sums ask for") {
    CHECK(offset_alignment<layers, target{.alignment = 32}> == 32);
    CHECK(offset_alignment<two_by_two::model, target{.alignment = 1}> == 4);
    CHECK(offset_alignment<layers, target{.alignment = 1, .memories = &of_64}> == 64);
}

TEST_CASE("planners know which inputs and outputs are states") {
    CHECK(network_for<sum, portable>.own_inputs == 1);
    CHECK(network_for<sum, portable>.own_outputs == 1);
    CHECK(network_for<layers, portable>.own_inputs == network_for<layers, portable>.own_outputs);
    CHECK(network_for<layers, portable>.own_inputs > 1);
}

TEST_CASE("planners know the prefix of packed constants, and the flash that they save") {
    CHECK(network_for<packed_model{}, portable>.prefix_bytes == 192);
    CHECK(network_for<packed_model{}, portable>.saved_bytes == 10 + 30);
    CHECK(network_for<layers, portable>.saved_bytes == 0);
}
