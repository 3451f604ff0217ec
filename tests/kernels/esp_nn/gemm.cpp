// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/gemm.hpp>

#include <helpers/backend_vectors.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("vectors that come whole") {
    tigris::test::check_vectors<tigris::kernels::esp_nn_tag, tigris::weight_order::canonical>();
}

TEST_CASE("vectors that come in several rows") {
    tigris::test::check_vector_rows<tigris::kernels::esp_nn_tag, tigris::weight_order::canonical>();
}
