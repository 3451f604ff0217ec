// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A border around a tensor, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/clamp.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct pad_layer {
    int32_t extents[max_rank]{};
    int32_t before[max_rank]{};
    int32_t extents_out[max_rank]{};
    int32_t axes = 0;
    T value{};
};

struct pad_key {
    ops::pad_mode mode{};          // what the border holds
    int32_t out_pixel_stride = 0;  // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const pad_key&, const pad_key&) = default;
};

constexpr pad_key key_of(const ops::pad& op, const operands&, rounding) {
    return {.mode = op.mode};
}

/// The value of the border as the output stores it.
template <class T>
constexpr T border_of(const ops::pad& op, const tensor& t) {
    if (is_quantized(t)) return T(ops::quantize(op.value, t.quant, t.type));
    if constexpr (is_same<T, float>)
        return op.value;
    else
        return T(op.number);
}

/// Under the rows contract the axes are the width and the channels.
template <class T>
constexpr void set_row(pad_layer<T>& layer, const ops::pad& op, const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    const int rank = t.input(0).dims.rank;
    const int32_t extents[]{in.width, in.channels}, extents_out[]{out.width, out.channels};
    const int32_t before[]{rank == 4 ? op.before[2] : 0, op.before[rank - 1]};
    layer.axes = 2;
    for (int axis = 0; axis < 2; ++axis) {
        layer.extents[axis] = extents[axis];
        layer.extents_out[axis] = extents_out[axis];
        layer.before[axis] = before[axis];
    }
}

constexpr bool has_border(const ops::pad& op, int axis) {
    return op.before[axis] != 0 || op.after[axis] != 0;
}

/// Whether an axis can become one with the axis before it: it has no border, and that one has a
/// border of a number, or none.
constexpr bool joins_axis_before(const ops::pad& op, int axis) {
    if (axis == 0 || has_border(op, axis)) return false;
    return op.mode == ops::pad_mode::constant || !has_border(op, axis - 1);
}

template <class T>
constexpr void set_axes(pad_layer<T>& layer, const ops::pad& op, const operands& t) {
    const shape input = t.input(0).dims, output = t.output().dims;
    for (int axis = 0; axis < input.rank; ++axis) {
        const bool joins = joins_axis_before(op, axis);
        const int32_t place = joins ? layer.axes - 1 : layer.axes++;
        const int32_t width = joins ? input[axis] : 1;
        layer.extents[place] = joins ? layer.extents[place] * width : input[axis];
        layer.before[place] = joins ? layer.before[place] * width : op.before[axis];
        layer.extents_out[place] = joins ? layer.extents_out[place] * width : output[axis];
    }
}

template <class T>
constexpr pad_layer<T> layer_of(const ops::pad& op, const operands& t, view<const constant>,
                                rounding) {
    pad_layer<T> layer{.value = border_of<T>(op, t.output())};
    if (describe(op, t).contract == ops::contract::rows)
        set_row(layer, op, t);
    else
        set_axes(layer, op, t);
    return layer;
}

/// What of an axis is kept, and where it goes: [first, last) of the input, `before` further on.
struct kept_range {
    int32_t first = 0;
    int32_t last = 0;
    int32_t before = 0;
};

template <class T>
constexpr kept_range kept_of(const pad_layer<T>& layer, int axis) {
    const int32_t before = layer.before[axis], room = layer.extents_out[axis] - before;
    return {before < 0 ? -before : 0, layer.extents[axis] < room ? layer.extents[axis] : room,
            before};
}

template <class T>
constexpr void fill(T* out, int32_t count, T value) {
    for (int32_t i = 0; i < count; ++i) out[i] = value;
}

/// A pixel of the output from one of the input, or from none.
template <class T>
constexpr void pad_pixel(const pad_layer<T>& layer, const kept_range& kept, T* out,
                         const T* pixel) {
    const bool exists = pixel && kept.first < kept.last;
    const int32_t first = exists ? kept.first + kept.before : 0;
    const int32_t last = exists ? kept.last + kept.before : 0;
    fill(out, first, layer.value);
    for (int32_t c = first; c < last; ++c) out[c] = pixel[c - kept.before];
    fill(out + last, layer.extents_out[1] - last, layer.value);
}

/// The place on an axis of the input that a place of the output shows. Requires a mode other than
/// constant.
template <ops::pad_mode Mode>
constexpr int32_t shown_place(int32_t place, int32_t extent) {
    if constexpr (Mode == ops::pad_mode::wrap) {
        const int32_t rest = place % extent;
        return rest < 0 ? rest + extent : rest;
    }
    if (Mode == ops::pad_mode::edge) return place < 0 ? 0 : place < extent ? place : extent - 1;
    return place < 0 ? -place : place < extent ? place : 2 * (extent - 1) - place;
}

/// The offset in the input of the span that a place of the output's outer axes shows. Requires a
/// mode other than constant.
template <ops::pad_mode Mode, class T>
constexpr int32_t shown_span(const pad_layer<T>& layer, const odometer& place, int outer) {
    int32_t offset = 0;
    for (int axis = 0; axis < outer; ++axis) {
        const int32_t at = place.at[axis] - layer.before[axis];
        offset = (offset + shown_place<Mode>(at, layer.extents[axis])) * layer.extents[axis + 1];
    }
    return offset;
}

/// The output of `axes` axes, made of elements of the input.
template <ops::pad_mode Mode, class T>
constexpr void show(const pad_layer<T>& layer, T* out, const T* in, int32_t pixel) {
    const int inner = layer.axes - 1;
    odometer place;
    do {
        const T* span = in + shown_span<Mode>(layer, place, inner);
        for (int32_t i = 0; i < layer.extents_out[inner]; ++i)
            out[i] = span[shown_place<Mode>(i - layer.before[inner], layer.extents[inner])];
        out += pixel;
    } while (place.advance(layer.extents_out, inner));
}

/// Rows that do not exist are border.
template <pad_key G, class T>
constexpr void border_rows(const pad_layer<T>& layer, T* out, int32_t row_count,
                           const row_window<T>& in) {
    const kept_range columns = kept_of(layer, 0), channels = kept_of(layer, 1);
    const int32_t step = pixel_step(G.out_pixel_stride, layer.extents_out[1]);
    for (int32_t y = 0; y < row_count; ++y) {
        const T* row = in(y);
        for (int32_t x = 0; x < layer.extents_out[0]; ++x, out += step) {
            const int32_t from = x - columns.before;
            const bool exists = row && from >= columns.first && from < columns.last;
            pad_pixel(layer, channels, out, exists ? row + from * layer.extents[1] : nullptr);
        }
    }
}

template <pad_key G, class T>
[[gnu::noinline]] constexpr void rows(portable_tag, const pad_layer<T>& layer, T* out,
                                      int32_t row_count, const row_window<T>& in) {
    if constexpr (G.mode == ops::pad_mode::constant)
        return border_rows<G>(layer, out, row_count, in);
    const int32_t step = pixel_step(G.out_pixel_stride, layer.extents_out[1]);
    for (int32_t y = 0; y < row_count; ++y, out += layer.extents_out[0] * step)
        show<G.mode>(layer, out, in(y), step);
}

/// Where the span of input elements at `place` begins in the output, or -1 if it is cut off.
template <class T>
constexpr int32_t span_in_output(const pad_layer<T>& layer, const odometer& place) {
    int32_t offset = 0;
    for (int axis = 0; axis < layer.axes - 1; ++axis) {
        const int32_t at = place.at[axis] + layer.before[axis];
        if (at < 0 || at >= layer.extents_out[axis]) return -1;
        offset = (offset + at) * layer.extents_out[axis + 1];
    }
    return offset;
}

/// Borders may be negative: they cut elements off.
template <class T>
constexpr void add_border(const pad_layer<T>& layer, T* out, const T* in) {
    int32_t total = 1;
    for (int axis = 0; axis < layer.axes; ++axis) total *= layer.extents_out[axis];
    fill(out, total, layer.value);
    const int inner = layer.axes - 1;
    const kept_range kept = kept_of(layer, inner);
    odometer place;
    do {
        const int32_t offset = span_in_output(layer, place);
        for (int32_t i = kept.first; offset >= 0 && i < kept.last; ++i)
            out[offset + kept.before + i] = in[i];
        in += layer.extents[inner];
    } while (place.advance(layer.extents, inner));
}

template <pad_key G, class T>
[[gnu::noinline]] constexpr void whole(portable_tag, const pad_layer<T>& layer, T* out,
                                       const T* in) {
    if (layer.axes == 0)
        *out = *in;
    else if constexpr (G.mode == ops::pad_mode::constant)
        add_border(layer, out, in);
    else
        show<G.mode>(layer, out, in, layer.extents_out[layer.axes - 1]);
}

}  // namespace tigris::kernels
