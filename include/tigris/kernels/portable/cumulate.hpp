// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Running sums and products, in plain C++.

#include <tigris/kernels/arithmetic/functions/wrapping.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/geometry.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/split_axes.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct cumulate_layer {
    axis_lines lines{};
};

/// `function`: bit 0 for products, bit 1 for exclusive, bit 2 for reverse.
constexpr geometry geometry_of(const ops::cumulate& op, const operands& t, rounding rounds) {
    geometry g = geometry_of(ops::kind_of<ops::cumulate>, t, rounds);
    g.function = uint8_t((op.function == ops::cumulate_function::product ? 1 : 0) |
                         (op.exclusive ? 2 : 0) | (op.reverse ? 4 : 0));
    return g;
}

template <class T>
constexpr cumulate_layer<T> layer_of(const ops::cumulate& op, const operands& t,
                                     view<const constant>, rounding) {
    return {axis_lines_of(t.input(0).dims, op.axis)};
}

/// The output may overwrite the input.
template <geometry G, class T, class In>
constexpr void cumulate_block(const cumulate_layer<T>& layer, T* out, const In& x) {
    constexpr bool multiplies = G.function & 1, excludes = G.function & 2,
                   reverses = G.function & 4;
    const int32_t extent = layer.lines.extent;
    each_line(layer.lines, [&](int32_t first, int32_t) {
        wrapping_t<T> total = multiplies ? 1 : 0;
        for (int32_t k = 0; k < extent; ++k) {
            const int32_t at = first + (reverses ? extent - 1 - k : k) * layer.lines.inner;
            const T term = x[at];
            if (excludes) out[at] = T(total);
            total = multiplies ? total * wrapping_t<T>(term) : total + wrapping_t<T>(term);
            if (!excludes) out[at] = T(total);
        }
    });
}

template <geometry G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const cumulate_layer<T>& layer, T* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t elements = layer.lines.outer * layer.lines.extent * layer.lines.inner;
    for (int32_t y = 0; y < row_count; ++y, out += elements) cumulate_block<G>(layer, out, in(y));
}

template <geometry G, class T, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const cumulate_layer<T>& layer, T* out,
                                       const In& in) {
    cumulate_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
