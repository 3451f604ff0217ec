// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every step-th element of a range, along any axes, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/spans.hpp>
#include <tigris/kernels/walks/strided_walk.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Under the rows contract what one row of the output reads of a row of the input, pixel by pixel;
/// else all of it, in `walk`. `first` is the first element that is read.
template <class T>
struct slice_layer {
    strided_walk walk{};
    int32_t first = 0;
    int32_t row_stride = 1;
    int32_t pixels = 1;
    int32_t pixel_stride = 0;
    int32_t channels = 1;
    int32_t channel_stride = 1;
};

/// Whether rows keep neighboring channels.
constexpr bool keeps_neighbors(const ops::slice& op, const operands& t) {
    return describe(op, t).contract == ops::contract::rows &&
           op.step[t.output().dims.rank - 1] == 1;
}

struct slice_key {
    int32_t out_pixel_stride = 0;  // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const slice_key&, const slice_key&) = default;
};

constexpr slice_key key_of(const ops::slice&, const operands&, rounding) { return {}; }

template <class T>
constexpr void set_row(slice_layer<T>& layer, const ops::slice& op, const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    const int inner = t.output().dims.rank - 1;
    const bool has_pixels = inner == 3;
    layer.row_stride = describe(op, t).reach.stride;
    layer.pixels = out.width;
    layer.pixel_stride = (has_pixels ? op.step[2] : 1) * in.channels;
    layer.channels = out.channels;
    layer.channel_stride = op.step[inner];
    layer.first = (has_pixels ? op.begin[2] : 0) * in.channels + op.begin[inner];
}

template <class T>
constexpr void set_walk(slice_layer<T>& layer, const ops::slice& op, const operands& t) {
    const shape input = t.input(0).dims;
    for (int axis = 0; axis < input.rank; ++axis) {
        const int32_t stride = stride_of(input, axis);
        layer.first += op.begin[axis] * stride;
        layer.walk.add(t.output().dims[axis], op.step[axis] * stride);
    }
}

template <class T>
constexpr slice_layer<T> layer_of(const ops::slice& op, const operands& t, view<const constant>,
                                  rounding) {
    slice_layer<T> layer;
    if (describe(op, t).contract == ops::contract::rows)
        set_row(layer, op, t);
    else
        set_walk(layer, op, t);
    return layer;
}

/// Rows is a row_window<T>, or constant_rows<T>.
template <slice_key G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const slice_layer<T>& layer, T* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t step = pixel_step(G.out_pixel_stride, layer.channels);
    for (int32_t y = 0; y < row_count; ++y) {
        auto pixel = in(y * layer.row_stride) + layer.first;
        for (int32_t x = 0; x < layer.pixels; ++x, out += step) {
            for (int32_t c = 0; c < layer.channels; ++c) out[c] = pixel[c * layer.channel_stride];
            if (x + 1 < layer.pixels) pixel = pixel + layer.pixel_stride;
        }
    }
}

/// Slices rows by a backend's copy_spans(), if rows keep neighboring channels.
template <slice_key G, class Tag, class T, class Rows>
[[gnu::always_inline]] inline void slice_in_spans(Tag tag, const slice_layer<T>& layer, T* out,
                                                  int32_t row_count, const Rows& in) {
    if (layer.channel_stride != 1) return rows<G>(portable_tag{}, layer, out, row_count, in);
    const int32_t step = pixel_step(G.out_pixel_stride, layer.channels);
    for (int32_t y = 0; y < row_count; ++y, out += layer.pixels * step)
        copy_spans(tag, out, step, in(y * layer.row_stride) + layer.first, layer.pixel_stride,
                   layer.channels, layer.pixels);
}

/// In is a pointer or a constant_pointer; `out` may be the input where all steps are positive.
template <slice_key G, class T, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const slice_layer<T>& layer, T* out, In in) {
    copy_strided(layer.walk, out, in + layer.first);
}

}  // namespace tigris::kernels
