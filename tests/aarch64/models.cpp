// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole models on the backend's kernels: the bytes that the portable kernels compute, and as close
// for floats.

#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <helpers/kernel_choice.hpp>
#include <mix_int8.hpp>
#include <wave_float.hpp>
#include <wave_int8.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

template <auto Model, backend Backend>
constinit workspace<Model, target{.backend = Backend}> memory{};

template <auto Model>
constinit input_buffer<Model> input{};

template <auto Model, backend Backend>
constinit output_buffer<Model> output{};

template <auto Model, backend Backend>
void run_on() {
    run(Model, memory<Model, Backend>, input<Model>, output<Model, Backend>);
}

/// The largest difference between the outputs of both backends, for some codes or numbers.
template <auto Model>
float largest_difference() {
    uint32_t state = 1;
    for (int i = 0; i < input_edge<Model>::extent; ++i) {
        state = state * 1664525u + 1013904223u;
        input<Model>[i] = typename input_edge<Model>::type(int32_t(state >> 24) - 128);
    }
    run_on<Model, portable>();
    run_on<Model, aarch64>();
    float largest = 0;
    for (int i = 0; i < output_edge<Model>::extent; ++i) {
        const float difference =
            float(output<Model, aarch64>[i]) - float(output<Model, portable>[i]);
        if (difference > largest) largest = difference;
        if (-difference > largest) largest = -difference;
    }
    return largest;
}

}  // namespace

TEST_CASE("models of codes give the same bytes") {
    CHECK(largest_difference<conv_int8::model_type{}>() == 0);
    CHECK(largest_difference<wave_int8::model_type{}>() == 0);
}

TEST_CASE("models of floats give nearly the same numbers") {
    CHECK(largest_difference<conv_float::model_type{}>() < 1e-3f);
    CHECK(largest_difference<wave_float::model_type{}>() < 1e-3f);
}

TEST_CASE("facts name the backend whose kernel a step's call picks") {
    CHECK(test::count_own_kernels<conv_int8::model, aarch64>() > 0);
    CHECK(test::count_own_kernels<mix_int8::model, aarch64>() > 0);
    CHECK(test::count_own_kernels<wave_float::model, aarch64>() > 0);
}
