// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/gemm.hpp>

#include <support/vector_agreement.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <rounding R, bool PerChannel, int Pieces, weight_order Order>
void check_order() {
    for (int seed = 0; seed < 200; ++seed) {
        const bool same =
            vectors_agree_with_portable<helium_tag, int8_t, R, PerChannel, Pieces, Order>(seed);
        CHECK_MESSAGE(same, seed);
    }
}

template <rounding R, bool PerChannel, int Pieces>
void check() {
    check_order<R, PerChannel, Pieces, weight_order::canonical>();
    check_order<R, PerChannel, Pieces, weight_order::helium_fours>();
}

}  // namespace

TEST_CASE("vectors that come whole") {
    check<rounding::nearest, true, 0>();
    check<rounding::tflite, true, 0>();
    check<rounding::tflite, false, 0>();
}

TEST_CASE("vectors that come in pieces") {
    check<rounding::nearest, true, 5>();
    check<rounding::tflite, false, 2>();
}
