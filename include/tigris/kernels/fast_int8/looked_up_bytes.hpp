// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one code, looked up by a backend's own code for neighboring bytes.

#include <tigris/kernels/portable/unary.hpp>
#include <tigris/kernels/walks/slices.hpp>

namespace tigris::kernels {

constexpr bool reads_table(const unary_key& key) {
    return key.quantized && is_byte(key.in) && is_byte(key.out);
}

/// Rows in spans of `span` elements that go to places `step` apart. Look::bytes(to, from, count,
/// table) looks up neighboring bytes.
template <class Look>
[[gnu::noinline]] inline void look_up_row(const uint8_t* table, const void* in, int32_t elements,
                                          int32_t span, void* out, int32_t step) {
    const int8_t* x = static_cast<const int8_t*>(in);
    int8_t* to = static_cast<int8_t*>(out);
    for (; elements > 0; elements -= span, x += span, to += step) Look::bytes(to, x, span, table);
}

template <unary_key G, class Look, class In, class Out>
[[gnu::always_inline]] inline void look_up_by(const unary_layer<In>& layer, Out* out,
                                              int32_t row_count, const row_window<In>& in) {
    const int32_t elements = layer.row_elements;
    const auto [span, step] = spans_of_row(G.out_pixel_stride, elements, layer.channels);
    for (int32_t y = 0; y < row_count; ++y, out += elements / span * step)
        look_up_row<Look>(codes_of_curve<curve_of(G)>.of, in(y), elements, span, out, step);
}

}  // namespace tigris::kernels
