// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements back in their places, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct max_unpool_layer {
    int32_t count = 0;
    int32_t count_out = 0;
    int64_t count_places = 0;
    int32_t rank = 0;
    int32_t places[max_rank]{};
    int32_t extents[max_rank]{};
};

constexpr plain_key<ops::max_unpool> key_of(const ops::max_unpool&, const operands&, rounding) {
    return {};
}

template <class T>
constexpr max_unpool_layer<T> layer_of(const ops::max_unpool& op, const operands& t,
                                       view<const constant>, rounding) {
    const shape output = t.output().dims;
    max_unpool_layer<T> layer{.count = int32_t(element_count(t.input(0).dims)),
                              .count_out = int32_t(element_count(output)),
                              .count_places = 1,
                              .rank = output.rank};
    for (int axis = 0; axis < output.rank; ++axis) {
        layer.places[axis] = op.places[axis];
        layer.extents[axis] = output[axis];
        layer.count_places *= op.places[axis];
    }
    return layer;
}

/// The element of the output that has this number among the places, or -1.
template <class T>
constexpr int32_t unpooled_place(const max_unpool_layer<T>& layer, int64_t number) {
    if (number < 0 || number >= layer.count_places) return -1;
    int32_t place = 0, stride = 1;
    for (int axis = layer.rank - 1; axis >= 0; --axis) {
        const int32_t at = int32_t(number % layer.places[axis]);
        if (at >= layer.extents[axis]) return -1;
        number /= layer.places[axis];
        place += at * stride;
        stride *= layer.extents[axis];
    }
    return place;
}

template <plain_key<ops::max_unpool>, class T, class X, class Places>
[[gnu::noinline]] constexpr void whole(portable_tag, const max_unpool_layer<T>& layer, T* out, X x,
                                       Places numbers) {
    for (int32_t i = 0; i < layer.count_out; ++i) out[i] = T(0);
    for (int32_t i = 0; i < layer.count; ++i) {
        const int32_t place = unpooled_place(layer, numbers[i]);
        if (place >= 0) out[place] = x[i];
    }
}

}  // namespace tigris::kernels
