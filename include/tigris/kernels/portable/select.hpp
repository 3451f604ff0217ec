// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Choice between two tensors in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/broadcast.hpp>
#include <tigris/kernels/walks/broadcast_rows.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// A row is `width` pixels of `channels` elements. `common` is filled for the whole contract only.
struct select_layer {
    int32_t width = 0;
    int32_t channels = 0;
    broadcast_axes common{};
};

/// Elements only move: their type is the C++ type, and their quantization no question.
struct select_key {
    uint16_t broadcast = 0;        // three bits for each operand (broadcast_rows.hpp)
    int32_t out_pixel_stride = 0;  // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const select_key&, const select_key&) = default;
};

constexpr select_key key_of(const ops::select& op, const operands& t, rounding) {
    const bool by_rows = describe(op, t).contract == ops::contract::rows;
    return {.broadcast = by_rows ? broadcast_bits(t, 3) : uint16_t(0)};
}

template <class>
constexpr select_layer layer_of(const ops::select& op, const operands& t, view<const constant>,
                                rounding) {
    const row_extents extents = rows_of(t.output().dims);
    select_layer layer{.width = extents.width, .channels = extents.channels};
    if (describe(op, t).contract == ops::contract::whole)
        layer.common = broadcast_of(t.input(0).dims, t.input(1).dims, t.input(2).dims);
    return layer;
}

/// Compilers pass the two extents instead of the address.
constexpr bool keeps_record(const ops::select&, const operands&) { return false; }

template <class T>
[[gnu::always_inline]] constexpr T selected(bool condition, T a, T b) {
    return condition ? a : b;
}

/// Operands are row_windows of activations or constant_rows of constants, in any combination.
template <select_key G, class Out, class Condition, class A, class B>
[[gnu::noinline]] constexpr void rows(portable_tag, const select_layer& layer, Out* out,
                                      int32_t row_count, const Condition& condition, const A& a,
                                      const B& b) {
    combine_rows<G>(layer.width, layer.channels, out, row_count, selected<Out>, condition, a, b);
}

/// Operands are pointers to activations or constant_pointers to constants.
template <select_key G, class Out, class Condition, class A, class B>
[[gnu::noinline]] constexpr void whole(portable_tag, const select_layer& layer, Out* out,
                                       Condition condition, A a, B b) {
    each_element(layer.common, out, selected<Out>, condition, a, b);
}

}  // namespace tigris::kernels
