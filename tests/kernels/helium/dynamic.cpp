// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of scales at run time: the same bytes as portable's.
#include <helpers/dynamic_cases.hpp>
#include <tigris/kernels/helium/all.hpp>
#include <tigris/kernels/portable/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("ranges are portable's") {
    for (int seed = 0; seed < seeds(150); ++seed) CHECK(has_range_of_portable<helium_tag>(seed));
}

TEST_CASE("codes are portable's, in place and with borders") {
    for (int seed = 0; seed < seeds(60); ++seed) {
        CHECK(has_codes_of_portable<helium_tag, int8_t>(seed));
        CHECK(has_codes_of_portable<helium_tag, uint8_t>(seed));
    }
}

TEST_CASE("numbers of sums are portable's, in place") {
    for (int seed = 0; seed < seeds(40); ++seed) {
        CHECK(has_numbers_of_portable<helium_tag, rescale_sums_key{}>(seed));
        CHECK(has_numbers_of_portable<helium_tag, rescale_sums_key{.per_channel = true,
                                                                   .has_bias = true,
                                                                   .has_low = true,
                                                                   .is_relu = true}>(seed));
        CHECK(has_numbers_of_portable<helium_tag, rescale_sums_key{.has_bias = true,
                                                                   .adds_totals = true}>(seed));
        CHECK(has_numbers_of_portable<
              helium_tag, rescale_sums_key{.has_bias = true, .has_low = true, .has_high = true}>(
            seed));
        CHECK(has_numbers_of_portable<helium_tag, rescale_sums_key{.has_factor = true}>(seed));
    }
}

TEST_CASE("sums of channels are portable's") {
    for (int seed = 0; seed < seeds(20); ++seed) {
        CHECK(has_sums_of_portable<helium_tag, ops::window{.kernel_h = 3, .kernel_w = 3}>(seed));
        CHECK(has_sums_of_portable<
              helium_tag, ops::window{.kernel_h = 3, .kernel_w = 3, .stride_h = 2, .stride_w = 2}>(
            seed));
        CHECK(has_sums_of_portable<helium_tag, ops::window{.kernel_h = 2, .kernel_w = 3}>(seed));
    }
}
