// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Planes of channels made pixels row by row, in plain C++.

#include <tigris/kernels/portable/convert.hpp>

namespace tigris::kernels {

/// `rows` from a row of one plane to that of the next.
template <class T>
struct interleave_layer {
    convert_layer<T> element{};
    int32_t rows = 1;
    int32_t width = 1;
    int32_t channels = 1;
};

struct interleave_key {
    convert_key element{};  // how an element of an input becomes one of the output
    bool copies = false;    // elements are copied unchanged

    friend constexpr bool operator==(const interleave_key&, const interleave_key&) = default;
};

constexpr interleave_key key_of(const ops::interleave& op, const operands& t, rounding rounds) {
    const tensor &from = t.input(0), &to = t.output();
    return {.element = key_of(ops::convert{.clamp = op.clamp}, t, rounds),
            .copies = from.type == to.type && from.quant == to.quant && op.clamp == ops::clamp{}};
}

template <class T>
constexpr interleave_layer<T> layer_of(const ops::interleave& op, const operands& t,
                                       view<const constant> constants, rounding rounds) {
    const row_extents out = rows_of(t.output().dims);
    return {layer_of<T>(ops::convert{.clamp = op.clamp}, t, constants, rounds), out.rows, out.width,
            out.channels};
}

template <interleave_key G, class Out, class In>
constexpr Out interleaved_element(In x, const convert_layer<In>& layer) {
    if constexpr (G.copies)
        return x;
    else
        return convert_element<G.element, Out>(x, layer);
}

template <interleave_key G, class In, class Out>
[[gnu::noinline]] constexpr void rows(portable_tag, const interleave_layer<In>& layer, Out* out,
                                      int32_t row_count, const row_window<In>& in) {
    for (int32_t y = 0; y < row_count; ++y, out += layer.width * layer.channels)
        for (int32_t c = 0; c < layer.channels; ++c) {
            const In* const plane = in(y + c * layer.rows);
            for (int32_t x = 0; x < layer.width; ++x)
                out[x * layer.channels + c] = interleaved_element<G, Out>(plane[x], layer.element);
        }
}

}  // namespace tigris::kernels
