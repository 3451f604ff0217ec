// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/gemm.hpp>

#include <helpers/backend_vectors.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("vectors that come whole") {
    tigris::test::check_vectors<tigris::kernels::cmsis_nn_tag, tigris::weight_order::canonical>();
}

TEST_CASE("vectors that come in several rows") {
    tigris::test::check_vector_rows<tigris::kernels::cmsis_nn_tag,
                                    tigris::weight_order::canonical>();
}

TEST_CASE("vectors of 16 bits, with one scale") {
    using namespace tigris;
    test::check_vectors_in_order<kernels::cmsis_nn_tag, rounding::tflite, false, 0,
                                 weight_order::canonical, int16_t>();
}
