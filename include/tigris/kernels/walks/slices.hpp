// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows written element by element, dense or into slices of wider pixels.

#include <tigris/kernels/contract/key.hpp>

namespace tigris::kernels {

/// A row of the output as spans of neighboring elements, `step` elements apart. A row is one span.
/// If pixels are slices of wider pixels, out_pixel_stride elements apart, each pixel is a span.
struct output_spans {
    int32_t elements = 0;
    int32_t step = 0;
};
constexpr output_spans spans_of_row(int32_t out_pixel_stride, int32_t row_elements,
                                    int32_t channels) {
    const int32_t elements = out_pixel_stride ? channels : row_elements;
    return {elements, pixel_step(out_pixel_stride, elements)};
}

/// Writes element(i) for the elements i of one row, with `channels` elements per pixel. Pixels are
/// OutPixelStride elements apart, or dense. Returns the place of the next row.
template <int32_t OutPixelStride, class Out, class Element>
[[gnu::always_inline]] constexpr Out* write_row(Out* out, int32_t row_elements, int32_t channels,
                                                const Element& element) {
    if constexpr (OutPixelStride == 0) {
        for (int32_t i = 0; i < row_elements; ++i) out[i] = element(i);
        return out + row_elements;
    } else {
        for (int32_t first = 0; first < row_elements; first += channels, out += OutPixelStride)
            for (int32_t c = 0; c < channels; ++c) out[c] = element(first + c);
        return out;
    }
}

}  // namespace tigris::kernels
