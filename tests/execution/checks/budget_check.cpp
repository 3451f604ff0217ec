// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/budget_check.hpp>

#include <conv_int8.hpp>
#include <helpers/found_fault.hpp>
#include <helpers/packed_by_step.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>
#include <wave_int8.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using test::finds;
using test::finds_nothing;

namespace {

constexpr auto layers = two_layers::model;
constexpr auto conv = conv_int8::model;
constexpr test::packed_by_step<conv> packed{};

constexpr target inside(uint64_t fast, uint64_t slow = 0, io mode = io::arena) {
    return {.fast = fast, .slow = slow, .input = mode, .output = mode, .alignment = 4};
}
constexpr target with_flash(uint64_t bytes) { return {.flash = bytes, .alignment = 4}; }

constexpr memory_map memories{{{.name = "SRAM", .bytes = 65536}, {.name = "TINY", .bytes = 16}}};
constexpr placement_rules in_tiny{{{.kind = placed::scratch, .memory = "TINY"}}};
constexpr placement_rules nowhere{{{.kind = placed::scratch, .memory = "MOON"}}};
constexpr target placed_by(const placement_rules& rules) {
    return {.alignment = 4, .memories = &memories, .placement = &rules};
}

template <auto Model, target Target>
constexpr auto fault = exceeded_budget<Model, Target>();

/// The flash of two_layers: the weights, a multiplier and a shift, which both layers read, and the
/// bytes that its records take.
constexpr auto flash_of_layers = uint64_t(plan_of<layers, with_flash(unlimited)>.flash_bytes);

using op = two_layers::op;

}  // namespace

TEST_CASE("the heaviest step has most bytes of constants, and is the first of several") {
    CHECK(heaviest_step<conv>() == 2);
    CHECK(heaviest_step<wave_int8::model>() == 1);
    CHECK(heaviest_step<layers>() == 0);
    CHECK(heaviest_step<two_by_two::model>() == 0);
}

TEST_CASE("the advice for slow memory is as much as the plan needs") {
    constexpr uint64_t needed = slow_needed<conv, inside(80)>();
    static_assert(needed > 0 && slow_would_do<conv, inside(80)>);
    CHECK(fits<conv, inside(80, needed)>);
    CHECK_FALSE(fits<conv, inside(80, needed - 1)>);
    CHECK_FALSE(slow_would_do<conv, inside(0)>);
}

TEST_CASE("a budget counts the prefix of packed constants") {
    CHECK(given_fast<packed, inside(1000)> == 1000);
    CHECK(given_fast<conv, inside(1000)> == 1000);
    CHECK(given_fast<packed, target{}> == unlimited);
}

TEST_CASE("slow memory lacks only where more of it would do") {
    CHECK_FALSE(lacks_slow<conv, inside(80)>());
    CHECK(lacks_slow<conv, inside(80, 1)>());
    CHECK_FALSE(lacks_slow<conv, inside(0, 1)>());
    // Fast memory is enough, but nothing is there for inputs and outputs in slow memory.
    CHECK(lacks_slow<layers, inside(1024, 0, io::slow)>());
}

TEST_CASE("the error about slow memory says how much both inputs and outputs need") {
    CHECK(finds<planning::slow_memory_budget<two_layers::model_type, needs_bytes<12000>,
                                             budget_bytes<11999>,
                                             what_would_help<advice::raise_slow_memory>>,
                fault<layers, inside(1024, 11999, io::slow)>>);
    CHECK(finds_nothing<fault<layers, inside(1024, 12000, io::slow)>>);
}

TEST_CASE("the error about fast memory says with how much the model fits") {
    constexpr auto least = uint64_t(smallest_fast_bytes<layers, inside(0)>);
    CHECK(finds_nothing<fault<layers, inside(least)>>);
    constexpr int peak = plan_of<layers, inside(least - 1)>.peak_step;
    CHECK(finds<planning::fast_memory_budget<two_layers::model_type, fits_in_bytes<least>,
                                             budget_bytes<least - 1>, worst_op<op(peak)>,
                                             what_would_help<advice::raise_fast_memory>>,
                fault<layers, inside(least - 1)>>);
}

TEST_CASE("the error about flash says how much is needed, and names the heaviest step") {
    CHECK(finds_nothing<fault<layers, with_flash(flash_of_layers)>>);
    CHECK(finds<planning::flash_budget<two_layers::model_type, needs_bytes<flash_of_layers>,
                                       budget_bytes<flash_of_layers - 1>, worst_op<op::first_gemm>,
                                       what_would_help<advice::raise_flash>>,
                fault<layers, with_flash(flash_of_layers - 1)>>);
}

TEST_CASE("mistakes in a target come before its budgets") {
    constexpr target twelve{.fast = 0, .alignment = 12, .workers = 3};
    CHECK(finds<planning::alignment_check<12>, fault<layers, twelve>>);
    constexpr target three_workers{.fast = 0, .backend = arm_dsp, .workers = 3};
    CHECK(finds<workers_of_target<3>, fault<layers, three_workers>>);
    CHECK(finds<target_check<layers, placed_by(nowhere)>, fault<layers, placed_by(nowhere)>>);
}

TEST_CASE("a forbidden fallback comes before budgets, too") {
    constexpr target strict{
        .fast = 0, .backend = arm_dsp, .output = io::arena, .forbid_fallback = true};
    REQUIRE(forbidden_step<two_by_two::model, strict>() == 0);
    CHECK(finds<fallback_check<two_by_two::model, strict>, fault<two_by_two::model, strict>>);
}

TEST_CASE("where placement rules are obeyed, they are why a model does not fit") {
    CHECK(finds<planning::obeyed_placement<two_layers::model_type>,
                fault<layers, placed_by(in_tiny)>>);
}
