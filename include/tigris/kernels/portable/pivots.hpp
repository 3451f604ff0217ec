// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Gaussian elimination in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `matrices` of n x n elements.
template <class T>
struct pivots_layer {
    int32_t matrices = 0;
    int32_t n = 0;
};

constexpr plain_key<ops::pivots> key_of(const ops::pivots&, const operands&, rounding) {
    return {};
}

template <class T>
constexpr pivots_layer<T> layer_of(const ops::pivots&, const operands& t, view<const constant>,
                                   rounding) {
    const shape dims = t.input(0).dims;
    const int32_t n = dims[dims.rank - 1];
    return {int32_t(element_count(dims) / n / n), n};
}

constexpr float magnitude_of(float x) { return x < 0 ? -x : x; }

/// The row, from `k` on, whose element in column k is the largest.
constexpr int32_t pivot_row(const float* m, int32_t n, int32_t k) {
    int32_t best = k;
    for (int32_t row = k + 1; row < n; ++row)
        if (magnitude_of(m[row * n + k]) > magnitude_of(m[best * n + k])) best = row;
    return best;
}

/// Exchanges rows k and `other`, one of them negated, so that the determinant stays.
constexpr void exchange_rows(float* m, int32_t n, int32_t k, int32_t other) {
    for (int32_t c = 0; c < n; ++c) {
        const float upper = m[k * n + c];
        m[k * n + c] = m[other * n + c];
        m[other * n + c] = -upper;
    }
}

constexpr void eliminate_below(float* m, int32_t n, int32_t k) {
    for (int32_t row = k + 1; row < n; ++row) {
        const float factor = m[row * n + k] / m[k * n + k];
        for (int32_t c = k; c < n; ++c) m[row * n + c] -= factor * m[k * n + c];
    }
}

constexpr void find_pivots(float* m, int32_t n) {
    for (int32_t k = 0; k < n; ++k) {
        const int32_t row = pivot_row(m, n, k);
        if (row != k) exchange_rows(m, n, k, row);
        if (m[k * n + k] != 0) eliminate_below(m, n, k);
    }
    for (int32_t i = 0; i < n * n; ++i)
        if (i / n != i % n) m[i] = 1;
}

/// The output may overwrite the input.
template <plain_key<ops::pivots>, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const pivots_layer<float>& layer, float* out,
                                       const In& in) {
    const int32_t size = layer.n * layer.n;
    for (int32_t i = 0; i < layer.matrices * size; ++i) out[i] = in[i];
    for (int32_t i = 0; i < layer.matrices; ++i) find_pivots(out + i * size, layer.n);
}

}  // namespace tigris::kernels
