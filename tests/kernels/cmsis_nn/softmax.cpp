// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/softmax.hpp>

#include <helpers/library_softmax.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("softmax") { tigris::test::check_softmaxes<tigris::kernels::cmsis_nn_tag>(); }

TEST_CASE("softmax of 16-bit codes") {
    tigris::test::check_wide_softmaxes<tigris::kernels::cmsis_nn_tag>();
}
