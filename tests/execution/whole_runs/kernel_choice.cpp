// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <mix_int8.hpp>
#include <wave_int8.hpp>

#include <helpers/kernel_choice.hpp>
#include <tigris/execution/checks/fallback_check.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("facts name the backend whose kernel a step's call picks") {
    CHECK(test::count_own_kernels<conv_int8::model, arm_dsp>() == 2);
    CHECK(test::count_own_kernels<mix_int8::model, arm_dsp>() == 1);
    CHECK(test::count_own_kernels<wave_int8::model, arm_dsp>() == 2);
    CHECK(test::count_own_kernels<conv_float::model, arm_dsp>() == 2);
    CHECK(test::count_own_kernels<mix_int8::model, helium>() == 2);
    CHECK(test::count_own_kernels<conv_int8::model, blocked>() == 2);
    CHECK(test::count_own_kernels<conv_float::model, blocked>() == 2);
}

TEST_CASE("a backend that rounds otherwise than the model has no kernel for it") {
    CHECK(test::count_own_kernels<conv_int8::model, cmsis_nn>() == 0);
    CHECK(test::count_own_kernels<conv_int8::model, esp_nn>() == 0);
}

TEST_CASE("a plan says it of each step") {
    constexpr auto& plan = plan_of<mix_int8::model, target{.backend = arm_dsp}>;
    int own = 0;
    for (const planning::step_plan& s : plan.steps) own += s.backend == arm_dsp;
    CHECK(own == 1);
    for (const planning::step_plan& s : plan_of<mix_int8::model>.steps)
        CHECK(s.backend == portable);
}

template <auto Model>
int chosen_by_arm_dsp() {
    int chosen = 0;
    for (const planning::step_facts& s : execution::facts_for<Model, arm_dsp>.steps)
        chosen += s.kernel.by_choice;
    return chosen;
}

template <auto Model>
int fallback_of_arm_dsp() {
    return execution::first_fallback(view_of(execution::facts_for<Model, arm_dsp>.steps));
}

TEST_CASE("arm_dsp leaves softmax and what lies between reals and codes to portable by choice") {
    CHECK(chosen_by_arm_dsp<conv_int8::model>() == 1);
    CHECK(chosen_by_arm_dsp<wave_int8::model>() == 2);
    CHECK(fallback_of_arm_dsp<conv_int8::model>() == -1);
    CHECK(fallback_of_arm_dsp<wave_int8::model>() == -1);
    CHECK(fallback_of_arm_dsp<mix_int8::model>() == 1);
    CHECK(fallback_of_arm_dsp<conv_float::model>() == -1);
}
