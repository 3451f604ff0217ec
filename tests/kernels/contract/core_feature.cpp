// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/core_feature.hpp>

#include <doctest/doctest.h>

using namespace tigris::kernels;

namespace {

struct plain_tag {};
struct helium_like_tag {
    static constexpr core_feature needs = core_feature::mve;
};

}  // namespace

TEST_CASE("kernels need what their tag says, or nothing") {
    CHECK(feature_of<plain_tag>() == core_feature::none);
    CHECK(feature_of<helium_like_tag>() == core_feature::mve);
}

TEST_CASE("a host computes what instructions of microcontrollers do, but has only its own") {
    CHECK(has_feature(core_feature::none));
    CHECK(has_feature(core_feature::dsp));
    CHECK(has_feature(core_feature::mve));
    CHECK(has_feature(core_feature::avx2) == has_avx2);
    CHECK(has_feature(core_feature::neon) == has_neon);
    CHECK_FALSE((has_avx2 && has_neon));
}
