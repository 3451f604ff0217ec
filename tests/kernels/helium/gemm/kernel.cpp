// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/gemm/kernel.hpp>

#include <helpers/backend_vectors.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("vectors that come whole") {
    tigris::test::check_vectors<tigris::kernels::helium_tag, tigris::weight_order::helium_fours>();
}

TEST_CASE("vectors that come in pieces") {
    tigris::test::check_vector_rows<tigris::kernels::helium_tag,
                                    tigris::weight_order::helium_fours>();
}
