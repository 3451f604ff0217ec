// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Inputs as a model wants them, and whether a constant evaluation gave the reference.

#include <tigris/core.hpp>

template <class Edge, class T, int N>
constexpr tigris::sized_array<T, N> in_order(Edge, const T (&onnx)[N]) {
    tigris::sized_array<T, N> result{};
    for (int i = 0; i < N; ++i) result[int(memory_place(Edge::info, i))] = onnx[i];
    return result;
}

/// Floats within 1e-5 of the range, integers exactly.
template <class T, int N>
constexpr bool close(const tigris::sized_array<T, N>& computed, const T (&expected)[N]) {
    float range = 0;
    for (const T& e : expected)
        range = float(e) > range ? float(e) : float(-e) > range ? float(-e) : range;
    const float allowed = T(0.5f) == T(0) ? 0 : 1e-5f * range + 1e-6f;
    for (int i = 0; i < N; ++i) {
        const float difference = float(computed[i]) - float(expected[i]);
        if (!(difference <= allowed && -difference <= allowed)) return false;
    }
    return true;
}

constexpr float reference[]{1, 100};
static_assert(close(tigris::sized_array<float, 2>{{1.0005f, 100}}, reference));
static_assert(!close(tigris::sized_array<float, 2>{{1.01f, 100}}, reference));
constexpr signed char codes[]{1, 2};
static_assert(!close(tigris::sized_array<signed char, 2>{{1, 3}}, codes));
