// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/backend.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("every backend has an id of its own") {
    constexpr backend all[]{portable, blocked, arm_dsp, helium, x86, aarch64, cmsis_nn, esp_nn};
    for (const backend& a : all)
        for (const backend& b : all) CHECK((a == b) == (&a == &b));
    CHECK(backend{} == portable);
}
