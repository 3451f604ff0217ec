// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Floats to codes of a scale that is computed at run time, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// The most axes of an input with a border, after each axis without a border is joined with the
/// axis before. Images and their like have a border.
inline constexpr int most_bordered_axes = 4;

template <class T>
struct dynamic_quantize_layer {
    int32_t row_elements = 0;
    int32_t extents[most_bordered_axes]{};
    int32_t before[most_bordered_axes]{};
    int32_t extents_out[most_bordered_axes]{};
    int32_t axes = 0;
};

constexpr plain_key<ops::dynamic_quantize> key_of(const ops::dynamic_quantize&, const operands&,
                                                  rounding) {
    return {};
}

template <class T>
constexpr void set_border(dynamic_quantize_layer<T>& layer, const ops::dynamic_quantize& op,
                          const operands& t) {
    const shape input = t.input(0).dims, output = t.output().dims;
    for (int axis = 0; axis < input.rank; ++axis) {
        const bool joins = axis > 0 && op.before[axis] == 0 && op.after[axis] == 0;
        const int32_t place = joins ? layer.axes - 1 : layer.axes++;
        const int32_t width = joins ? input[axis] : 1;
        layer.extents[place] = joins ? layer.extents[place] * width : input[axis];
        layer.before[place] = joins ? layer.before[place] * width : op.before[axis];
        layer.extents_out[place] = joins ? layer.extents_out[place] * width : output[axis];
    }
}

template <class T>
constexpr dynamic_quantize_layer<T> layer_of(const ops::dynamic_quantize& op, const operands& t,
                                             view<const constant>, rounding) {
    dynamic_quantize_layer<T> layer{.row_elements = rows_of(t.input(0).dims).row_elements()};
    if (has_border(op)) set_border(layer, op, t);
    return layer;
}

/// Codes of `Out`; a dynamic_range says their scale and zero point.
template <class Out>
struct code_of_range {
    float scale;
    int32_t zero_point;  // less the bits of `magic`

    static constexpr int32_t low = is_same<Out, int8_t> ? -128 : 0;
    // The sum of 1.5 * 2^23 and a number below 2^22 has no bits for fractions, so it is rounded,
    // halves to even. Its lowest bits are the integer.
    static constexpr float magic = 12582912.0f;
    static constexpr int32_t bits_of_magic = 0x4B400000;

    constexpr explicit code_of_range(const float* range)
        : scale(range[0]), zero_point(int32_t(range[1]) + low) {}

    constexpr Out border() const { return Out(zero_point); }
    /// Elements outside of the range, which infinite ones have, give any code.
    [[gnu::always_inline]] constexpr Out operator()(float x) const {
        const auto bits = __builtin_bit_cast(int32_t, x / scale + magic);
        const int32_t code = int32_t(uint32_t(bits) - uint32_t(bits_of_magic)) + zero_point;
        return Out(code < low ? low : code > low + 255 ? low + 255 : code);
    }
};

template <plain_key<ops::dynamic_quantize>, class Out, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const dynamic_quantize_layer<float>& layer,
                                      Out* out, int32_t row_count, const Rows& in,
                                      const row_window<float>& range) {
    const code_of_range<Out> code(range(0));
    for (int32_t y = 0; y < row_count; ++y) {
        const auto x = in(y);
        for (int32_t i = 0; i < layer.row_elements; ++i) *out++ = code(x[i]);
    }
}

/// Where the span of input elements at `place` begins in the output.
template <class T>
constexpr int32_t place_in_border(const dynamic_quantize_layer<T>& layer, const odometer& place) {
    int32_t offset = 0;
    for (int axis = 0; axis < layer.axes - 1; ++axis)
        offset = (offset + place.at[axis] + layer.before[axis]) * layer.extents_out[axis + 1];
    return offset + layer.before[layer.axes - 1];
}

/// Gives `quantize(range, to, from, count)` each span of elements, and writes zero points around
/// them.
template <class Out, class In, class Quantize>
constexpr void quantize_in_border(const dynamic_quantize_layer<float>& layer, Out* out,
                                  const In& in, const float* range, const Quantize& quantize) {
    const Out border = code_of_range<Out>(range).border();
    const int inner = layer.axes - 1;
    int32_t total = 1, first = 0, done = 0;
    for (int32_t axis = 0; axis < layer.axes; ++axis) total *= layer.extents_out[axis];
    odometer place;
    do {
        const int32_t begin = place_in_border(layer, place);
        for (; done < begin; ++done) out[done] = border;
        quantize(range, out + done, in + first, layer.extents[inner]);
        done += layer.extents[inner];
        first += layer.extents[inner];
    } while (place.advance(layer.extents, inner));
    for (; done < total; ++done) out[done] = border;
}

/// Gives `quantize(range, to, from, count)` rows without a border, neighboring rows together.
template <class Out, class Quantize>
constexpr void quantize_rows(const dynamic_quantize_layer<float>& layer, Out* out,
                             int32_t row_count, const row_window<float>& in,
                             const float* given_range, const Quantize& quantize) {
    // A copy, which writing codes cannot change.
    const float range[]{given_range[0], given_range[1]};
    for (int32_t y = 0; y < row_count;) {
        const int32_t taken = neighboring_rows(in, y, row_count, layer.row_elements);
        quantize(range, out, in(y), taken * layer.row_elements);
        out += taken * layer.row_elements;
        y += taken;
    }
}

template <plain_key<ops::dynamic_quantize>, class Out, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const dynamic_quantize_layer<float>& layer,
                                       Out* out, const In& in, const float* range) {
    const auto quantize = [](const float* r, Out* to, const auto& from, int32_t count) {
        const code_of_range<Out> code(r);
        for (int32_t i = 0; i < count; ++i) to[i] = code(from[i]);
    };
    quantize_in_border(layer, out, in, range, quantize);
}

}  // namespace tigris::kernels
