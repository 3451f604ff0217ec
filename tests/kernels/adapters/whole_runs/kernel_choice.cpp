// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled for each library: TESTED_BACKEND is its backend.
#include <conv_tflite.hpp>
#include <mix_tflite.hpp>

#include <helpers/kernel_choice.hpp>

#include <doctest/doctest.h>

TEST_CASE("facts name the library's kernels where calls pick them") {
    CHECK(tigris::test::count_own_kernels<conv_tflite::model, TESTED_BACKEND>() == 3);
    CHECK(tigris::test::count_own_kernels<mix_tflite::model, TESTED_BACKEND>() == 2);
}
