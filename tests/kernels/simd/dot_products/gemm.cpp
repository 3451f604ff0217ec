// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/seeds.hpp>
#include <helpers/vector_agreement.hpp>
#include <tigris/kernels/simd/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <class T, rounding R, bool PerChannel, int Pieces>
void check() {
    for (int seed = 0; seed < seeds(200); ++seed) {
        const bool same = vectors_agree_with_portable<x86_tag, T, R, PerChannel, Pieces>(seed);
        CHECK_MESSAGE(same, seed);
    }
}

}  // namespace

TEST_CASE("vectors that come whole") {
    check<int8_t, rounding::nearest, true, 0>();
    check<int8_t, rounding::tflite, false, 0>();
    check<uint8_t, rounding::tflite, true, 0>();
    check<float, rounding::nearest, true, 0>();
}

TEST_CASE("vectors that come in pieces") {
    check<int8_t, rounding::nearest, true, 5>();
    check<uint8_t, rounding::tflite, false, 2>();
    check<float, rounding::nearest, true, 3>();
}
