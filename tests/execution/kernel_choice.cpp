// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <mix_int8.hpp>
#include <wave_int8.hpp>

#include <support/kernel_choice.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("facts name the backend whose kernel a step's call picks") {
    CHECK(test::count_own_kernels<conv_int8::model, arm_dsp>() == 2);
    CHECK(test::count_own_kernels<mix_int8::model, arm_dsp>() == 1);
    CHECK(test::count_own_kernels<wave_int8::model, arm_dsp>() == 2);
    CHECK(test::count_own_kernels<conv_float::model, arm_dsp>() == 0);
}

TEST_CASE("a backend that rounds otherwise than the model has no kernel for it") {
    CHECK(test::count_own_kernels<conv_int8::model, cmsis_nn>() == 0);
    CHECK(test::count_own_kernels<conv_int8::model, esp_nn>() == 0);
}

TEST_CASE("a plan says it of each step") {
    constexpr auto& plan = plan_of<mix_int8::model, target{.backend = arm_dsp}>;
    int own = 0;
    for (const planning::step_plan& s : plan.steps) own += s.family == arm_dsp;
    CHECK(own == 1);
    for (const planning::step_plan& s : plan_of<mix_int8::model>.steps) CHECK(s.family == portable);
}
