// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's fully connected layers of int8 are tried with.

#include <helpers/seeds.hpp>
#include <helpers/vector_agreement.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

template <class Tag, rounding R, bool PerChannel, int Pieces, weight_order Order, class T = int8_t>
void check_vectors_in_order() {
    if constexpr (!kernels::can_round<Tag>(R)) return;
    for (int seed = 0; seed < seeds(200); ++seed) {
        const bool same = vectors_agree_with_portable<Tag, T, R, PerChannel, Pieces, Order>(seed);
        CHECK_MESSAGE(same, seed);
    }
}

/// With weights in the canonical order and in the backend's own, if it has one.
template <class Tag, weight_order Own, rounding R, bool PerChannel, int Pieces>
void check_layer() {
    check_vectors_in_order<Tag, R, PerChannel, Pieces, weight_order::canonical>();
    if (Own != weight_order::canonical) check_vectors_in_order<Tag, R, PerChannel, Pieces, Own>();
}

template <class Tag, weight_order Own>
void check_vectors() {
    check_layer<Tag, Own, rounding::nearest, true, 0>();
    check_layer<Tag, Own, rounding::tflite, true, 0>();
    check_layer<Tag, Own, rounding::tflite, false, 0>();
}

template <class Tag, weight_order Own>
void check_vector_rows() {
    check_layer<Tag, Own, rounding::nearest, true, 5>();
    check_layer<Tag, Own, rounding::tflite, false, 2>();
}

}  // namespace tigris::test
