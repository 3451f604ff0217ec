// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one code, looked up eight at a time.

#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/portable/unary.hpp>

namespace tigris::kernels {
namespace mve {

constexpr bool reads_table(const geometry& g) {
    return g.quantized && is_byte(g.in) && is_byte(g.out);
}

/// Rows in pieces of `run` elements that go to places `step` apart.
[[gnu::noinline]] inline void look_up_row(const uint8_t* table, const void* in, int32_t elements,
                                          int32_t run, void* out, int32_t step) {
    const int8_t* x = static_cast<const int8_t*>(in);
    int8_t* to = static_cast<int8_t*>(out);
    for (; elements > 0; elements -= run, x += run, to += step) look_up_bytes(to, x, run, table);
}

}  // namespace mve

template <geometry G, class In, class Out>
    requires(mve::reads_table(G))
[[gnu::always_inline]] inline void rows(helium_tag, const unary_layer<In>& layer, Out* out,
                                        int32_t row_count, const row_window<In>& in) {
    const int32_t elements = layer.row_elements;
    const int32_t run = G.out_pixel_stride ? layer.channels : elements;
    const int32_t step = G.out_pixel_stride ? G.out_pixel_stride : elements;
    for (int32_t y = 0; y < row_count; ++y, out += elements / run * step)
        mve::look_up_row(codes_of_curve<curve_of(G)>.of, in(y), elements, run, out, step);
}

}  // namespace tigris::kernels
