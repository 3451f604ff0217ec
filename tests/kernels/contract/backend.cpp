// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/backend.hpp>

#include <doctest/doctest.h>

#include <type_traits>

using namespace tigris;
using namespace tigris::kernels;

namespace {

template <backend Backend>
using tag = typename backend_tag<Backend>::type;

/// A user's own backend, which inherits from one of the library's.
constexpr backend own{0x6f77};
struct own_tag : helium_tag {};

template <class Base, backend... Backends>
constexpr bool inherit_from = (... && std::is_base_of_v<Base, tag<Backends>>);

}  // namespace

template <>
struct tigris::kernels::backend_tag<own> {
    using type = own_tag;
};

TEST_CASE("each backend has its tag, and a user's own has the user's") {
    CHECK(is_same<tag<portable>, portable_tag>);
    CHECK(is_same<tag<arm_dsp>, arm_dsp_tag>);
    CHECK(is_same<tag<esp_nn>, esp_nn_tag>);
    CHECK(is_same<tag<own>, own_tag>);
    CHECK(library_backends::size == 8);
}

TEST_CASE("a backend that lacks a kernel finds that of its base") {
    CHECK(
        inherit_from<portable_tag, blocked, arm_dsp, helium, x86, aarch64, cmsis_nn, esp_nn, own>);
    CHECK(inherit_from<working_tag, blocked, arm_dsp, helium, x86, aarch64, cmsis_nn, esp_nn>);
    CHECK(inherit_from<float_blocks_tag, blocked, arm_dsp, helium, own>);
    CHECK(inherit_from<simd_tag, x86, aarch64>);
    CHECK(inherit_from<library_tag, cmsis_nn, esp_nn>);
    CHECK_FALSE(inherit_from<working_tag, portable>);
    CHECK_FALSE((inherit_from<float_blocks_tag, x86> || inherit_from<blocked_tag, arm_dsp>));
}

TEST_CASE("only libraries have substitutes, which are kernels of blocked") {
    CHECK((has_substitute<cmsis_nn_tag> && has_substitute<esp_nn_tag>));
    CHECK_FALSE((has_substitute<helium_tag> || has_substitute<blocked_tag>));
    CHECK(is_same<cmsis_nn_tag::substitute, blocked_tag>);
}

TEST_CASE("libraries have one rounding, other backends have both") {
    CHECK(can_round<cmsis_nn_tag>(rounding::tflite));
    CHECK_FALSE(can_round<cmsis_nn_tag>(rounding::nearest));
    CHECK((can_round<helium_tag>(rounding::tflite) && can_round<helium_tag>(rounding::nearest)));
}

TEST_CASE("a model that rounds otherwise than its backend has portable kernels") {
    CHECK(is_same<tag_of<esp_nn, rounding::nearest>, portable_tag>);
    CHECK(is_same<tag_of<esp_nn, rounding::tflite>, esp_nn_tag>);
    CHECK(is_same<tag_of<own, rounding::nearest>, own_tag>);
}

TEST_CASE("cores of Cortex-M and PCs need their own instructions") {
    CHECK(feature_of<own_tag>() == core_feature::mve);
    CHECK(feature_of<tag<arm_dsp>>() == core_feature::dsp);
    CHECK(feature_of<tag<aarch64>>() == core_feature::neon);
    CHECK(feature_of<tag<cmsis_nn>>() == core_feature::none);
}
