// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of four outputs at a time: side by side, element by element, filled up with zeros
// (weight_order::blocked_fours), or four spans of the canonical order.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::blocked_kernels {

constexpr void arrange_fours(const weight_extents& e, const int8_t* from, int8_t* to) {
    const int32_t elements = e.rows * e.span;
    for (int32_t first = 0; first < 4 * e.fours(); first += 4)
        for (int32_t k = 0; k < elements; ++k)
            for (int32_t o = first; o < first + 4; ++o)
                *to++ = o < e.outputs ? from[o * elements + k] : int8_t(0);
}

/// Weights of outputs [first, first + 4), `elements` each, from element `skipped` on.
template <weight_order Order, class T>
struct weights_of_four {
    constant_pointer<T> at;

    constexpr weights_of_four(constant_pointer<T> all, int32_t first, int32_t, int32_t elements,
                              int32_t skipped)
        : at(all + (first * elements + 4 * skipped)) {}
    [[gnu::always_inline]] constexpr auto operator()(int o, int32_t k) const {
        return at[4 * k + o];
    }
};

/// The last of `count` outputs stands for those that are missing.
template <class T>
struct weights_of_four<weight_order::canonical, T> {
    constant_pointer<T> at[4];

    constexpr weights_of_four(constant_pointer<T> all, int32_t first, int32_t count,
                              int32_t elements, int32_t skipped) {
        for (int32_t o = 0; o < 4; ++o)
            at[o] = all + ((first + (o < count ? o : count - 1)) * elements + skipped);
    }
    [[gnu::always_inline]] constexpr auto operator()(int o, int32_t k) const { return at[o][k]; }
};

}  // namespace tigris::kernels::blocked_kernels
