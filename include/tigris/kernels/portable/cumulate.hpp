// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Running sums and products, in plain C++.

#include <tigris/kernels/arithmetic/functions/wrapping.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/split_axes.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct cumulate_layer {
    axis_lines lines{};
};

struct cumulate_key {
    bool multiplies = false;  // products, not sums
    bool exclusive = false;   // an element does not count for its own place
    bool reverse = false;     // from the last element to the first

    friend constexpr bool operator==(const cumulate_key&, const cumulate_key&) = default;
};

constexpr cumulate_key key_of(const ops::cumulate& op, const operands&, rounding) {
    return {.multiplies = op.function == ops::cumulate_function::product,
            .exclusive = op.exclusive,
            .reverse = op.reverse};
}

template <class T>
constexpr cumulate_layer<T> layer_of(const ops::cumulate& op, const operands& t,
                                     view<const constant>, rounding) {
    return {axis_lines_of(t.input(0).dims, op.axis)};
}

/// The output may overwrite the input.
template <cumulate_key G, class T, class In>
constexpr void cumulate_block(const cumulate_layer<T>& layer, T* out, const In& x) {
    const int32_t extent = layer.lines.extent;
    each_line(layer.lines, [&](int32_t first, int32_t) {
        wrapping_t<T> total = G.multiplies ? 1 : 0;
        for (int32_t k = 0; k < extent; ++k) {
            const int32_t at = first + (G.reverse ? extent - 1 - k : k) * layer.lines.inner;
            const T term = x[at];
            if (G.exclusive) out[at] = T(total);
            total = G.multiplies ? total * wrapping_t<T>(term) : total + wrapping_t<T>(term);
            if (!G.exclusive) out[at] = T(total);
        }
    });
}

template <cumulate_key G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const cumulate_layer<T>& layer, T* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t elements = layer.lines.outer * layer.lines.extent * layer.lines.inner;
    for (int32_t y = 0; y < row_count; ++y, out += elements) cumulate_block<G>(layer, out, in(y));
}

template <cumulate_key G, class T, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const cumulate_layer<T>& layer, T* out,
                                       const In& in) {
    cumulate_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
