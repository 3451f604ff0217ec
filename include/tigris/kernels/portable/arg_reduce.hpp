// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where the largest or smallest element is, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/split_axes.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct arg_reduce_layer {
    axis_lines lines{};
};

struct arg_reduce_key {
    bool minimum = false;  // the smallest element, not the largest
    bool last = false;     // the last of equal ones, not the first

    friend constexpr bool operator==(const arg_reduce_key&, const arg_reduce_key&) = default;
};

constexpr arg_reduce_key key_of(const ops::arg_reduce& op, const operands&, rounding) {
    return {.minimum = op.minimum, .last = op.last};
}

template <class T>
constexpr arg_reduce_layer<T> layer_of(const ops::arg_reduce& op, const operands& t,
                                       view<const constant>, rounding) {
    return {axis_lines_of(t.input(0).dims, op.axis)};
}

/// Whether `next`, which comes later, is chosen instead of `best`. The first NaN is never left.
template <arg_reduce_key G, class T>
constexpr bool takes_over(T best, T next) {
    if (best != best) return false;
    const bool wins = G.minimum ? next < best : next > best;
    return wins || next != next || (G.last && next == best);
}

template <arg_reduce_key G, class T, class In>
constexpr void arg_reduce_block(const arg_reduce_layer<T>& layer, int64_t* out, const In& x) {
    each_line(layer.lines, [&](int32_t first, int32_t line) {
        int32_t chosen = 0;
        T best = x[first];
        for (int32_t k = 1; k < layer.lines.extent; ++k) {
            const T next = x[first + k * layer.lines.inner];
            if (!takes_over<G>(best, next)) continue;
            best = next;
            chosen = k;
        }
        out[line] = chosen;
    });
}

template <arg_reduce_key G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const arg_reduce_layer<T>& layer, int64_t* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t results = layer.lines.outer * layer.lines.inner;
    for (int32_t y = 0; y < row_count; ++y, out += results) arg_reduce_block<G>(layer, out, in(y));
}

template <arg_reduce_key G, class T, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const arg_reduce_layer<T>& layer, int64_t* out,
                                       const In& in) {
    arg_reduce_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
