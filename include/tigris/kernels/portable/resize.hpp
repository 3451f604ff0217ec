// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images of another size in plain C++: the nearest pixel, or between four.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/arithmetic/rescaling.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/resample_places.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `stride`, `pad` and `divisor` are those of the reach in rows.
template <class T>
struct resize_layer {
    rescaling codes{};
    int32_t channels = 0;
    int32_t width_out = 0;
    int32_t stride = 0;
    int32_t pad = 0;
    int32_t divisor = 1;
};

struct resize_key {
    resampling_key rows{};                // what the table of rows is computed from
    resampling_key columns{};             // what the table of columns is computed from
    ops::resize_function function{};      // function of the input elements near a place
    bool keeps_codes = false;             // input and output have one type and one quantization
    rounding rounds = rounding::nearest;  // rounding of codes; if linear, also of places
    int32_t out_pixel_stride = 0;         // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const resize_key&, const resize_key&) = default;
};

constexpr resize_key key_of(const ops::resize& op, const operands& t, rounding rounds) {
    const bool same_codes =
        t.input(0).type == t.output().type && t.input(0).quant == t.output().quant;
    const bool linear = op.function == ops::resize_function::linear;
    const bool is_nearest = linear ? !ops::is_tflite_resize(op, t) : same_codes;
    return {.rows = key_of(resampling_of_rows(op, t)),
            .columns = key_of(resampling_of_columns(op, t)),
            .function = op.function,
            .keeps_codes = same_codes,
            .rounds = is_nearest ? rounding::nearest : rounding_of(t, rounds)};
}

constexpr bool is_linear(const resize_key& key) {
    return key.function == ops::resize_function::linear;
}
constexpr bool moves_pixels(const resize_key& key) { return !is_linear(key) && key.keeps_codes; }

/// Rows that stay where they are need no table, so that images may follow each other.
constexpr bool keeps_rows(const resize_key& key) {
    return ops::is_identity(resampling_of(key.rows, key.function));
}

template <class T>
constexpr resize_layer<T> layer_of(const ops::resize& op, const operands& t, view<const constant>,
                                   rounding rounds) {
    const ops::row_reach reach = describe(op, t).reach;
    return {.codes = rescaling_of({}, t.input(0), t.output(), rounds),
            .channels = rows_of(t.input(0).dims).channels,
            .width_out = rows_of(t.output().dims).width,
            .stride = reach.stride,
            .pad = reach.pad,
            .divisor = reach.divisor};
}

/// The input row that is window row 0 of a call that begins with output row `first_row`.
template <class T>
constexpr int32_t window_begin(const resize_layer<T>& layer, int32_t first_row) {
    return floor_divide(first_row * layer.stride - layer.pad, layer.divisor);
}

template <resize_key G, class Out, class In>
constexpr void move_pixel(const resize_layer<In>& layer, Out* out, const In* x) {
    for (int32_t c = 0; c < layer.channels; ++c)
        if constexpr (is_quantizable(dtype_of<In>) && !G.keeps_codes)
            out[c] = rescale<G.rounds, Out>(x[c], layer.codes);
        else
            out[c] = x[c];
}

/// `columns` are the places of a row's pixels. Shared by resizes whose tables differ.
template <resize_key G, class In, class Out, class Index>
[[gnu::noinline]] constexpr void nearest_row(const resize_layer<In>& layer, Out* out, const In* row,
                                             const Index* columns) {
    const int32_t step = pixel_step(G.out_pixel_stride, layer.channels);
    for (int32_t x = 0; x < layer.width_out; ++x, out += step)
        move_pixel<G>(layer, out, row + columns[x] * layer.channels);
}

/// x * 2^-bits, halves to even.
constexpr int64_t shift_signed_half_even(int64_t x, int bits) {
    const int64_t down = x >> bits, rest = x - (down << bits), half = int64_t(1) << (bits - 1);
    return down + (rest > half || (rest == half && (down & 1)) ? 1 : 0);
}

/// x * 2^-bits, halves away from zero.
constexpr int64_t shift_signed_half_away(int64_t x, int bits) {
    const int64_t half = int64_t(1) << (bits - 1);
    return (x + (x > 0 ? half : -half)) / (int64_t(1) << bits);
}

/// The code of `sum`, which counts units of the input in 2^-44 (under rounding::tflite codes).
template <resize_key G, class Out>
constexpr Out interpolated_code(int64_t sum, const rescaling& r) {
    constexpr int bits = 2 * weight_bits;
    if constexpr (G.rounds == rounding::tflite) {
        return Out(shift_signed_half_away(sum, bits));
    } else if constexpr (G.keeps_codes) {
        return encode<Out>(shift_signed_half_even(sum, bits), r.codes);
    } else {
        const int64_t fine = (sum + (int64_t(1) << (weight_bits - 1))) >> weight_bits;
        const int shift = 31 - r.multiplier.shift + weight_bits;
        if (shift > 62) return encode<Out>(0, r.codes);  // less than one half
        const int64_t half = int64_t(1) << (shift - 1);
        return encode<Out>((fine * r.multiplier.multiplier + half) >> shift, r.codes);
    }
}

/// The four pixels around a place.
template <class In>
struct pixel_square {
    const In* upper[2];
    const In* lower[2];
};

template <resize_key G, class Out>
constexpr Out interpolate(const resize_layer<float>&, const pixel_square<float>& p, int32_t c,
                          float right, float down) {
    const float upper = p.upper[0][c] * (1 - right) + p.upper[1][c] * right;
    const float lower = p.lower[0][c] * (1 - right) + p.lower[1][c] * right;
    return upper * (1 - down) + lower * down;
}

template <resize_key G, class Out, class In>
constexpr Out interpolate(const resize_layer<In>& layer, const pixel_square<In>& p, int32_t c,
                          int32_t right, int32_t down) {
    const int32_t zero = G.rounds == rounding::tflite ? 0 : layer.codes.zero_point_in;
    const auto between = [&](int32_t a, int32_t b) {
        return (a - zero) * (1 << weight_bits) + (b - a) * right;
    };
    const int32_t upper = between(p.upper[0][c], p.upper[1][c]);
    const int32_t lower = between(p.lower[0][c], p.lower[1][c]);
    const int64_t sum = upper * (int64_t(1) << weight_bits) + int64_t(lower - upper) * down;
    return interpolated_code<G, Out>(sum, layer.codes);
}

/// Makes a row between the rows `upper` and `lower`; `down` is the way from the one to the other.
template <resize_key G, class In, class Out, class Weight>
[[gnu::noinline]] constexpr void linear_row(const resize_layer<In>& layer, Out* out,
                                            const In* upper, const In* lower, Weight down,
                                            const linear_place<Weight>* columns) {
    const int32_t step = pixel_step(G.out_pixel_stride, layer.channels);
    for (int32_t x = 0; x < layer.width_out; ++x, out += step) {
        const int32_t left = columns[x].first * layer.channels;
        const int32_t right = columns[x].second() * layer.channels;
        const pixel_square<In> square{{upper + left, upper + right}, {lower + left, lower + right}};
        for (int32_t c = 0; c < layer.channels; ++c)
            out[c] = interpolate<G, Out>(layer, square, c, columns[x].weight, down);
    }
}

/// What is left of a key in code that all tables share.
constexpr resize_key without_tables(resize_key key) {
    key.rows = key.columns = {};
    return key;
}

/// The input row that row `row` of the output is made of.
template <resize_key G>
constexpr int32_t nearest_row_of(int32_t row) {
    if constexpr (keeps_rows(G))
        return row;
    else
        return nearest_places_of<G.rows>.of[row];
}

/// Row `row` of the output; `top` is the number of input row 0 of the window.
template <resize_key G, class In, class Out>
constexpr void nearest_pixels(const resize_layer<In>& layer, Out* out, int32_t row, int32_t top,
                              const row_window<In>& in) {
    nearest_row<without_tables(G)>(layer, out, in(nearest_row_of<G>(row) - top),
                                   nearest_places_of<G.columns>.of);
}

template <resize_key G, class In, class Out>
constexpr void linear_pixels(const resize_layer<In>& layer, Out* out, int32_t row, int32_t top,
                             const row_window<In>& in) {
    using weight = accumulator_t<In>;
    linear_place<weight> place{row};
    if constexpr (!keeps_rows(G)) place = linear_places_of<G.rows, weight, G.rounds>.of[row];
    linear_row<without_tables(G)>(layer, out, in(place.first - top), in(place.second() - top),
                                  place.weight, linear_places_of<G.columns, weight, G.rounds>.of);
}

template <resize_key G, class In, class Out>
[[gnu::noinline]] constexpr void numbered_rows(portable_tag, const resize_layer<In>& layer,
                                               Out* out, int32_t first_row, int32_t row_count,
                                               const row_window<In>& in) {
    const int32_t top = window_begin(layer, first_row);
    const int32_t step = layer.width_out * pixel_step(G.out_pixel_stride, layer.channels);
    for (int32_t y = 0; y < row_count; ++y, out += step)
        if constexpr (is_linear(G))
            linear_pixels<G>(layer, out, first_row + y, top, in);
        else
            nearest_pixels<G>(layer, out, first_row + y, top, in);
}

}  // namespace tigris::kernels
