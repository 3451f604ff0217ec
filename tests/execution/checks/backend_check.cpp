// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/backend_check.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>
#include <helpers/two_layers_tflite.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using test::finds;
using test::finds_nothing;

namespace {

constexpr auto codes = two_layers::model;
constexpr auto floats = two_by_two::model;

/// A backend that no program of this core has the instructions for, and what it needs.
constexpr bool has_avx2 = kernels::has_feature(kernels::core_feature::avx2);
constexpr backend foreign = has_avx2 ? aarch64 : x86;
constexpr auto lacking = has_avx2 ? kernels::core_feature::neon : kernels::core_feature::avx2;

template <auto Model, target Target>
constexpr auto fault = fault_of_backend<Model, Target>();

/// The codes of two_layers in one of five tensors.
struct mixed_graph {
    tensor tensors[5]{};

    constexpr explicit mixed_graph(int codes_at) {
        if (codes_at >= 0) tensors[codes_at].quant.scale = 0.5f;
    }
};

}  // namespace

TEST_CASE("a core that lacks a backend's instructions is a fault") {
    CHECK(finds<backend_check<two_layers::model_type, lacking>,
                fault<codes, target{.backend = foreign}>>);
    CHECK(finds_nothing<fault<codes, target{}>>);
    CHECK(finds_nothing<fault<codes, target{.backend = blocked}>>);
}

TEST_CASE("a host tries kernels of Cortex-M without their instructions") {
    CHECK(finds_nothing<fault<codes, target{.backend = helium}>>);
    CHECK(finds_nothing<fault<codes, target{.backend = arm_dsp}>>);
}

TEST_CASE("a library that rounds otherwise than a quantized model is a fault") {
    CHECK(finds<rounding_check<two_layers::model_type, rounding::nearest>,
                fault<codes, target{.backend = cmsis_nn}>>);
    CHECK(finds_nothing<fault<two_layers::tflite_model, target{.backend = cmsis_nn}>>);
    CHECK(finds_nothing<fault<floats, target{.backend = cmsis_nn}>>);
}

TEST_CASE("a target that emulates has no fault of its backend") {
    CHECK(finds_nothing<fault<codes, target{.backend = foreign, .emulate = true}>>);
    CHECK(finds_nothing<fault<codes, target{.backend = cmsis_nn, .emulate = true}>>);
}

TEST_CASE("one quantized tensor makes a graph quantized, whichever it is") {
    CHECK_FALSE(has_quantized(mixed_graph(-1)));
    for (int codes_at = 0; codes_at < 5; ++codes_at) CHECK(has_quantized(mixed_graph(codes_at)));
}
