// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of products, which layers with scales at run time are made of: the same as portable's.
#include <helpers/dynamic_cases.hpp>
#include <tigris/kernels/simd/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <ops::window W>
void check_window() {
    for (int seed = 0; seed < seeds(40); ++seed) {
        CHECK(has_conv_sums_of_portable<x86_tag, int8_t, W>(seed));
        CHECK(has_conv_sums_of_portable<x86_tag, uint8_t, W>(seed));
        CHECK(has_sums_of_portable<x86_tag, W>(seed));
    }
}

}  // namespace

TEST_CASE("sums of windows are portable's") {
    check_window<ops::window{}>();
    check_window<ops::window{.kernel_h = 3, .kernel_w = 3}>();
    check_window<ops::window{.kernel_h = 2, .kernel_w = 3, .stride_h = 2, .stride_w = 2}>();
}

TEST_CASE("sums of fully connected layers are portable's") {
    for (int seed = 0; seed < seeds(80); ++seed) {
        CHECK(has_gemm_sums_of_portable<x86_tag, int8_t>(seed));
        CHECK(has_gemm_sums_of_portable<x86_tag, uint8_t>(seed));
    }
}
