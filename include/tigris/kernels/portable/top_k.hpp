// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The k largest or smallest elements, in plain C++: k searches, no scratch.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/split_axes.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct top_k_layer {
    axis_lines lines{};
    int32_t k = 0;
};

struct top_k_key {
    bool smallest = false;  // the smallest elements, not the largest
    bool indices = false;   // results are places of elements, not the elements

    friend constexpr bool operator==(const top_k_key&, const top_k_key&) = default;
};

constexpr top_k_key key_of(const ops::top_k& op, const operands&, rounding) {
    return {.smallest = op.smallest, .indices = op.indices};
}

template <class T>
constexpr top_k_layer<T> layer_of(const ops::top_k& op, const operands& t, view<const constant>,
                                  rounding) {
    return {axis_lines_of(t.input(0).dims, op.axis), op.k};
}

/// An element and its place: in a strict order whatever the elements are.
template <class T>
struct ranked {
    T element{};
    int32_t place = 0;
};

template <top_k_key G, class T>
constexpr bool comes_before(const ranked<T>& a, const ranked<T>& b) {
    const bool a_is_nan = a.element != a.element, b_is_nan = b.element != b.element;
    if (a_is_nan != b_is_nan) return a_is_nan != G.smallest;
    if (!a_is_nan && a.element != b.element) return (a.element > b.element) != G.smallest;
    return a.place < b.place;
}

/// The first of all elements that come after `previous` in order; of all elements if that is null.
template <top_k_key G, class T, class In>
constexpr ranked<T> next_ranked(const axis_lines& lines, const In& x, const ranked<T>* previous) {
    ranked<T> best{};
    bool found = false;
    for (int32_t k = 0; k < lines.extent; ++k) {
        const ranked<T> candidate{x[k * lines.inner], k};
        if (previous && !comes_before<G>(*previous, candidate)) continue;
        if (found && !comes_before<G>(candidate, best)) continue;
        best = candidate;
        found = true;
    }
    return best;
}

template <top_k_key G, class T, class Out, class In>
constexpr void top_k_block(const top_k_layer<T>& layer, Out* out, const In& x) {
    const int32_t inner = layer.lines.inner;
    each_line(layer.lines, [&](int32_t first, int32_t line) {
        Out* to = out + line / inner * layer.k * inner + line % inner;
        ranked<T> previous{};
        for (int32_t j = 0; j < layer.k; ++j, to += inner) {
            previous = next_ranked<G, T>(layer.lines, x + first, j ? &previous : nullptr);
            if constexpr (G.indices)
                *to = previous.place;
            else
                *to = previous.element;
        }
    });
}

template <top_k_key G, class T, class Out, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const top_k_layer<T>& layer, Out* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t results = layer.lines.outer * layer.k * layer.lines.inner;
    for (int32_t y = 0; y < row_count; ++y, out += results) top_k_block<G>(layer, out, in(y));
}

template <top_k_key G, class T, class Out, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const top_k_layer<T>& layer, Out* out,
                                       const In& in) {
    top_k_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
