// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one number in plain C++: by formula, or for bytes that are codes by a table.

#include <tigris/kernels/arithmetic/functions/integers.hpp>
#include <tigris/kernels/arithmetic/tables/code_table.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/slices.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct unary_layer {
    int32_t row_elements = 0;
    int32_t channels = 0;
};

template <>
struct unary_layer<float> {
    int32_t row_elements = 0;
    int32_t channels = 0;
    float alpha = 0;
    float beta = 0;
};

/// Codes of 16 bits are too many for a table: between the scales it is the formula.
template <>
struct unary_layer<int16_t> {
    int32_t row_elements = 0;
    int32_t channels = 0;
    float alpha = 0;
    float beta = 0;
    float scale_in = 0;
    float scale_out = 0;
    result_codes codes{};
};

/// Whether TFLite Micro has this function of int8 codes. Others are rounded to nearest.
constexpr bool is_tflite_unary(const ops::unary& op, const operands& t) {
    const tensor &x = t.input(0), &y = t.output();
    if (x.type != dtype::i8 || y.type != dtype::i8) return false;
    if (op.function == ops::unary_function::sigmoid)
        return y.quant == quantization{1.0f / 256, -128} &&
               tflite_sigmoid(x.quant.scale).is_defined();
    return op.function == ops::unary_function::hard_swish &&
           tflite_hard_swish(x.quant.scale, y.quant.scale).is_defined();
}

/// Parameters that the function does not have are 0, so that tables are shared.
constexpr curve_key curve_of(const ops::unary& op, const operands& t) {
    const quantization x = t.input(0).quant, y = t.output().quant;
    const unary_parameters has = parameters_of(op.function);
    return {.scale_in = __builtin_bit_cast(uint32_t, x.scale),
            .scale_out = __builtin_bit_cast(uint32_t, y.scale),
            .zero_point_in = int16_t(x.zero_point),
            .zero_point_out = int16_t(y.zero_point),
            .alpha = has.alpha ? __builtin_bit_cast(uint32_t, op.alpha) : 0,
            .beta = has.beta ? __builtin_bit_cast(uint32_t, op.beta) : 0};
}

struct unary_key {
    curve_key curve{};                    // what the table is computed from, for bytes
    ops::unary_function function{};       // function of one element
    dtype in = dtype::f32;                // elements of the input
    dtype out = dtype::f32;               // elements of the output
    rounding rounds = rounding::nearest;  // rounding, by which tables differ
    bool quantized = false;               // elements are codes of real numbers, not numbers
    int32_t out_pixel_stride = 0;         // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const unary_key&, const unary_key&) = default;
};

constexpr unary_key key_of(const ops::unary& op, const operands& t, rounding rounds) {
    const bool reads_table = has_byte_codes(t.input(0)) && has_byte_codes(t.output());
    return {.curve = reads_table ? curve_of(op, t) : curve_key{},
            .function = op.function,
            .in = t.input(0).type,
            .out = t.output().type,
            .rounds = is_tflite_unary(op, t) ? rounding_of(t, rounds) : rounding::nearest,
            .quantized = has_codes(t)};
}

template <class T>
constexpr unary_layer<T> layer_of(const ops::unary& op, const operands& t, view<const constant>,
                                  rounding) {
    const row_extents extents = rows_of(t.output().dims);
    if constexpr (is_same<T, float>)
        return {extents.row_elements(), extents.channels, op.alpha, op.beta};
    else if constexpr (is_same<T, int16_t>)
        return {extents.row_elements(),
                extents.channels,
                op.alpha,
                op.beta,
                t.input(0).quant.scale,
                t.output().quant.scale,
                codes_of({}, t.output(), {})};
    else
        return {extents.row_elements(), extents.channels};
}

constexpr code_curve curve_of(const unary_key& key) {
    return {key.function, key.in, key.out, key.rounds, key.curve};
}

/// Looks up rows of codes in a table; one instance serves all tables. Pixels of the output are
/// OutPixelStride elements apart, or dense.
template <int32_t OutPixelStride, class In, class Out, class Rows>
[[gnu::noinline]] constexpr void look_up_rows(const unary_layer<In>& layer, Out* out,
                                              int32_t row_count, const Rows& in,
                                              const uint8_t* table) {
    for (int32_t y = 0; y < row_count; ++y) {
        const auto x = in(y);
        out = write_row<OutPixelStride>(out, layer.row_elements, layer.channels,
                                        [&](int32_t i) { return Out(table[uint8_t(x[i])]); });
    }
}

/// The code of a function of the real number that a code is.
template <unary_key G, class Out>
constexpr Out apply_to_code(const unary_layer<int16_t>& layer, int16_t code) {
    const float x = float(code) * layer.scale_in;
    return quantize_real<Out>(apply<G.function>(x, layer.alpha, layer.beta), layer.scale_out,
                              layer.codes);
}

template <ops::unary_function F, class T>
constexpr auto apply_to(const unary_layer<T>& layer, T x) {
    if constexpr (F == ops::unary_function::is_nan)
        return x != x;
    else if constexpr (F == ops::unary_function::is_inf)
        return is_chosen_infinity(x, layer.alpha, layer.beta);
    else if constexpr (is_same<T, float>)
        return apply<F>(x, layer.alpha, layer.beta);
    else
        return apply_to_integer<F>(x);
}

template <unary_key G, class In, class Out, class Rows>
[[gnu::noinline]] constexpr void apply_rows(const unary_layer<In>& layer, Out* out,
                                            int32_t row_count, const Rows& in) {
    const auto f = [&](In x) -> Out {
        if constexpr (G.quantized)
            return apply_to_code<G, Out>(layer, x);
        else
            return apply_to<G.function>(layer, x);
    };
    for (int32_t y = 0; y < row_count; ++y) {
        const auto x = in(y);
        out = write_row<G.out_pixel_stride>(out, layer.row_elements, layer.channels,
                                            [&](int32_t i) { return f(x[i]); });
    }
}

/// Rows is a row_window<In>, or constant_rows<In> of a constant.
template <unary_key G, class In, class Out, class Rows>
constexpr void rows(portable_tag, const unary_layer<In>& layer, Out* out, int32_t row_count,
                    const Rows& in) {
    if constexpr (!G.quantized || (G.in == dtype::i16 && G.out == dtype::i16)) {
        apply_rows<G>(layer, out, row_count, in);
    } else {
        constexpr bool has_table = is_byte(G.in) && is_byte(G.out) && G.curve.scale_out != 0;
        static_assert(has_table,
                      "tigris: no kernel computes this function between these element types");
        if constexpr (has_table)
            look_up_rows<G.out_pixel_stride>(layer, out, row_count, in,
                                             codes_of_curve<curve_of(G)>.of);
    }
}

}  // namespace tigris::kernels
