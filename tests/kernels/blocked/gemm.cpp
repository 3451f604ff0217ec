// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/gemm.hpp>

#include <helpers/backend_vectors.hpp>
#include <tigris/kernels/blocked/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("vectors that come whole") { check_vectors<blocked_tag, weight_order::blocked_fours>(); }

TEST_CASE("vectors that come in pieces") {
    check_vector_rows<blocked_tag, weight_order::blocked_fours>();
}
