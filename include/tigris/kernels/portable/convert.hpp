// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Quantize, dequantize, requantize, clamp, cast and copy in plain C++.

#include <tigris/kernels/arithmetic/functions/integers.hpp>
#include <tigris/kernels/arithmetic/rescaling.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/slices.hpp>
#include <tigris/kernels/walks/spans.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `scale` is that of the quantized side where the other is floating point.
template <class T>
struct convert_layer {
    rescaling codes{};
    ops::clamp clamp{};
    float scale = 0;
    int32_t row_elements = 0;
    int32_t channels = 0;
};

struct convert_key {
    dtype in = dtype::f32;                // elements of the input
    dtype out = dtype::f32;               // elements of the output
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    bool quantized = false;               // integers are codes of real numbers, not numbers
    bool flips_sign = false;              // input and output codes of a number differ by 128
    int32_t out_pixel_stride = 0;         // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const convert_key&, const convert_key&) = default;
};

/// Whether codes change between uint8 and int8, and mean the same numbers.
constexpr bool flips_sign(const ops::convert& op, const tensor& from, const tensor& to) {
    const int32_t base = from.type == dtype::u8 ? 128 : -128;
    return has_byte_codes(from) && has_byte_codes(to) && from.type != to.type &&
           from.quant.scale == to.quant.scale &&
           from.quant.zero_point - to.quant.zero_point == base && op.clamp == ops::clamp{};
}

constexpr convert_key key_of(const ops::convert& op, const operands& t, rounding rounds) {
    return {.in = t.input(0).type,
            .out = t.output().type,
            .rounds = rounding_of(t, rounds),
            .quantized = has_codes(t),
            .flips_sign = flips_sign(op, t.input(0), t.output())};
}

/// Whether signed bytes become signed bytes of another quantization.
constexpr bool rescales_bytes(const convert_key& key) {
    return key.quantized && key.in == dtype::i8 && key.out == dtype::i8;
}

/// Whether floats become codes of a byte.
constexpr bool quantizes_to_bytes(const convert_key& key) {
    return key.quantized && key.in == dtype::f32 && is_byte(key.out);
}

/// TFLite's RELU divides the scales in single precision, unlike its QUANTIZE.
constexpr rescaling convert_codes(const ops::clamp& c, const operands& t, rounding rounds) {
    const tensor &from = t.input(0), &to = t.output();
    rescaling result = rescaling_of(c, from, to, rounds);
    const bool is_relu = c == ops::clamp{.low = 0};
    if (rounds == rounding::tflite && is_relu && is_quantized(from) && is_quantized(to))
        result.multiplier = quantized_multiplier(double(from.quant.scale / to.quant.scale));
    return result;
}

template <class T>
constexpr convert_layer<T> layer_of(const ops::convert& op, const operands& t, view<const constant>,
                                    rounding rounds) {
    const tensor &from = t.input(0), &to = t.output();
    const row_extents extents = rows_of(to.dims);
    convert_layer<T> layer{
        .clamp = op.clamp, .row_elements = extents.row_elements(), .channels = extents.channels};
    if (is_quantizable(from.type) && is_quantizable(to.type)) {
        layer.codes = convert_codes(op.clamp, t, rounds);
    } else if (is_quantizable(to.type) && is_quantized(to)) {
        layer.codes.codes = codes_of(op.clamp, to, rounds);
        layer.scale = to.quant.scale;
    } else if (is_quantizable(from.type)) {
        layer.codes.zero_point_in = int16_t(from.quant.zero_point);
        layer.scale = from.quant.scale;
    }
    return layer;
}

template <convert_key G, class Out, class In>
constexpr Out convert_element(In x, const convert_layer<In>& layer) {
    constexpr bool from_codes = G.quantized && is_quantizable(G.in);
    constexpr bool to_codes = G.quantized && is_quantizable(G.out);
    if constexpr (G.flips_sign)
        return Out(x ^ 0x80);
    else if constexpr (from_codes && to_codes)
        return rescale<G.rounds, Out>(x, layer.codes);
    else if constexpr (from_codes && is_same<Out, float>)
        return clamped(float(x - layer.codes.zero_point_in) * layer.scale, layer.clamp);
    else if constexpr (is_same<In, float> && to_codes)
        return quantize_real<Out>(x, layer.scale, layer.codes.codes);
    else if constexpr (is_same<Out, float>)
        return clamped(converted<float>(x), layer.clamp);
    else
        return converted<Out>(x);
}

/// Rows is a row_window<In>, or constant_rows<In> where a constant is an output of the model.
template <convert_key G, class In, class Out, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const convert_layer<In>& layer, Out* out,
                                      int32_t row_count, const Rows& in) {
    for (int32_t y = 0; y < row_count; ++y) {
        const auto x = in(y);
        out = write_row<G.out_pixel_stride>(
            out, layer.row_elements, layer.channels,
            [&](int32_t i) { return convert_element<G, Out>(x[i], layer); });
    }
}

/// Converts codes to codes by a backend's rescale_spans().
template <convert_key G, class Tag, class T>
[[gnu::always_inline]] inline void convert_in_spans(Tag tag, const convert_layer<T>& layer, T* out,
                                                    int32_t row_count, const row_window<T>& in) {
    const auto [span, step] = spans_of_row(G.out_pixel_stride, layer.row_elements, layer.channels);
    const int32_t spans = layer.row_elements / span;
    for (int32_t y = 0; y < row_count; ++y, out += spans * step)
        rescale_spans<G.rounds>(tag, out, step, in(y), span, span, spans, layer.codes);
}

}  // namespace tigris::kernels
