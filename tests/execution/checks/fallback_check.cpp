// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/fallback_check.hpp>

#include <helpers/two_by_two.hpp>
#include <mix_int8.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr planning::step_facts steps[]{
    {.op = {.contract = ops::contract::alias}},
    {.op = {.contract = ops::contract::rows}, .kernel = {.backend = arm_dsp}},
    {.op = {.contract = ops::contract::rows}, .kernel = {.by_choice = true}},
    {.op = {.contract = ops::contract::rows}},
};

constexpr target strict(backend of) { return {.backend = of, .forbid_fallback = true}; }

}  // namespace

TEST_CASE("what a backend leaves to portable by choice is no fallback") {
    CHECK(first_fallback({steps, 3}) == -1);
    CHECK(first_fallback({steps, 4}) == 3);
    CHECK(first_fallback({steps, 0}) == -1);
}

TEST_CASE("the first of several fallbacks is told") {
    const planning::step_facts both[]{steps[1], steps[3], steps[3]};
    CHECK(first_fallback({both, 3}) == 1);
}

TEST_CASE("a target forbids a step only if it forbids fallback at all") {
    CHECK(forbidden_step<mix_int8::model, strict(arm_dsp)>() == 1);
    CHECK(forbidden_step<mix_int8::model, target{.backend = arm_dsp}>() == -1);
}

TEST_CASE("portable kernels are no fallback of the portable backend") {
    CHECK(forbidden_step<mix_int8::model, strict(portable)>() == -1);
}

TEST_CASE("the error names the step and the backend") {
    using op = mix_int8::model_type::op;
    using found = fallback_check<mix_int8::model, strict(arm_dsp)>;
    using expected = kernel_of_step<mix_int8::model_type, op(1), arm_dsp>;
    CHECK(is_same<found, expected>);
}
