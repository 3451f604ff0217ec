// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums and products of two tensors in plain C++.

#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/broadcast.hpp>
#include <tigris/kernels/geometry.hpp>
#include <tigris/kernels/result_codes.hpp>
#include <tigris/kernels/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// How 8-bit operands are added or multiplied. nearest addition: a * multipliers[0] + b *
/// multipliers[1], rescaled by shifts[0]; tflite addition: three fixed multipliers, for a, b and
/// their sum; multiplication: the first. A row is `width` pixels of `channels` elements. `common`
/// is filled for the whole contract only.
template <class T>
struct binary_layer {
    int32_t multipliers[3]{};
    int8_t shifts[3]{};
    int16_t zero_point_a = 0;
    int16_t zero_point_b = 0;
    result_codes codes{};
    int32_t width = 0;
    int32_t channels = 0;
    broadcast_axes common{};
};

template <>
struct binary_layer<float> {
    ops::clamp clamp{};
    int32_t width = 0;
    int32_t channels = 0;
    broadcast_axes common{};
};

constexpr int broadcast_bits(const ops::row_operand& o) {
    return int(o.pattern) + (o.fixed ? 4 : 0);
}

/// `function` is the binary_function; `broadcast`, under the rows contract: three bits for operand
/// a, its row_pattern and 4 if it is fixed, and three for b.
constexpr geometry geometry_of(const ops::binary& op, const operands& t, rounding rounds) {
    geometry g = geometry_of(ops::kind_of<ops::binary>, t, rounds);
    g.in2 = t.input(1).type;
    g.function = uint8_t(op.function);
    if (describe(op, t).runs == ops::contract::whole) return g;
    const shape output = t.output().dims;
    const int bits_a = broadcast_bits(ops::row_operand_of(t.input(0).dims, output));
    const int bits_b = broadcast_bits(ops::row_operand_of(t.input(1).dims, output));
    g.broadcast = uint8_t(bits_a | bits_b << 3);
    return g;
}

constexpr bool is_add(geometry g) { return g.function == uint8_t(ops::binary_function::add); }

constexpr ops::row_pattern pattern_of(geometry g, int operand) {
    return ops::row_pattern(g.broadcast >> (3 * operand) & 3);
}
constexpr bool is_fixed(geometry g, int operand) { return g.broadcast >> (3 * operand + 2) & 1; }

template <class T>
constexpr void set_multiplier(binary_layer<T>& layer, int i, fixed_multiplier m) {
    layer.multipliers[i] = m.multiplier;
    layer.shifts[i] = m.shift;
}

/// Both multipliers at the shift of the larger, which keeps 31 bits.
template <class T>
constexpr void set_addition(binary_layer<T>& layer, double a, double b) {
    const fixed_multiplier larger = quantized_multiplier(a > b ? a : b);
    const double one = power_of_two(31 - larger.shift);
    set_multiplier(layer, 0, larger);
    set_multiplier(layer, 1, larger);
    layer.multipliers[a > b ? 1 : 0] = saturated(int64_t((a > b ? b : a) * one + 0.5));
}

/// Operands shifted left by 20 bits are brought to twice the larger scale, added, and rescaled.
/// Source: TFLite, ADD.
template <class T>
constexpr void set_tflite_addition(binary_layer<T>& layer, double a, double b, double output) {
    const double common = 2 * (a > b ? a : b);
    set_multiplier(layer, 0, quantized_multiplier(a / common));
    set_multiplier(layer, 1, quantized_multiplier(b / common));
    set_multiplier(layer, 2, quantized_multiplier(common / ((1 << 20) * output)));
}

template <class T>
constexpr void set_rescaling(binary_layer<T>& layer, const ops::binary& op, const operands& t,
                             rounding rounds) {
    const double a = t.input(0).quant.scale, b = t.input(1).quant.scale, y = t.output().quant.scale;
    layer.zero_point_a = int16_t(t.input(0).quant.zero_point);
    layer.zero_point_b = int16_t(t.input(1).quant.zero_point);
    layer.codes = codes_of(op.clamp, t.output(), rounds);
    if (op.function == ops::binary_function::multiply)
        set_multiplier(layer, 0, quantized_multiplier(a * b / y));
    else if (rounds == rounding::nearest)
        set_addition(layer, a / y, b / y);
    else
        set_tflite_addition(layer, a, b, y);
}

template <class T>
constexpr binary_layer<T> layer_of(const ops::binary& op, const operands& t, view<const constant>,
                                   rounding rounds) {
    binary_layer<T> layer{};
    layer.width = rows_of(t.output().dims).width;
    layer.channels = rows_of(t.output().dims).channels;
    if (describe(op, t).runs == ops::contract::whole)
        layer.common = broadcast_of(t.input(0).dims, t.input(1).dims);
    if constexpr (is_same<T, float>)
        layer.clamp = op.clamp;
    else
        set_rescaling(layer, op, t, rounds);
    return layer;
}

/// Units above the output's zero point, from units above the operands' zero points.
template <geometry G, class T>
constexpr int64_t combine_units(const binary_layer<T>& layer, int32_t a, int32_t b) {
    const auto rescaled = [&](int32_t x, int i) {
        return int32_t(requantize<G.rounds>(x, {layer.multipliers[i], layer.shifts[i]}));
    };
    if constexpr (!is_add(G)) {
        return requantize<G.rounds>(a * b, {layer.multipliers[0], layer.shifts[0]});
    } else if constexpr (G.rounds == rounding::nearest) {
        const int bits = 31 - layer.shifts[0];
        const int64_t sum = int64_t(a) * layer.multipliers[0] + int64_t(b) * layer.multipliers[1];
        return (sum + (int64_t(1) << (bits - 1))) >> bits;
    } else {
        return rescaled(rescaled(a * (1 << 20), 0) + rescaled(b * (1 << 20), 1), 2);
    }
}

template <geometry G, class Out, class T, class A, class B>
constexpr Out combine(const binary_layer<T>& layer, A a, B b) {
    if constexpr (is_same<T, float>)
        return clamped(is_add(G) ? a + b : a * b, layer.clamp);
    else
        return encode<Out>(combine_units<G>(layer, a - layer.zero_point_a, b - layer.zero_point_b),
                           layer.codes);
}

/// Whether rows are one run of elements: no operand repeats along the width or the channels alone.
constexpr bool has_plain_rows(geometry g) {
    const auto is_plain = [](ops::row_pattern p) {
        return p == ops::row_pattern::full || p == ops::row_pattern::single;
    };
    return is_plain(pattern_of(g, 0)) && is_plain(pattern_of(g, 1)) && g.out_pixel_stride == 0;
}

/// Where an operand's elements for pixel x begin in its row.
template <ops::row_pattern Pattern>
constexpr int32_t pixel_in_row(int32_t x, int32_t channels) {
    if constexpr (Pattern == ops::row_pattern::full)
        return x * channels;
    else
        return Pattern == ops::row_pattern::pixels ? x : 0;
}

/// Whether an operand has an element for each channel of a pixel.
constexpr bool varies_in_pixel(ops::row_pattern p) {
    return p == ops::row_pattern::full || p == ops::row_pattern::channels;
}

/// `count` results from operands that have as many elements, or one.
template <geometry G, bool VariesA, bool VariesB, class T, class Out, class A, class B>
[[gnu::always_inline]] constexpr void combine_run(const binary_layer<T>& layer, Out* out, A a, B b,
                                                  int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        out[i] = combine<G, Out>(layer, a[VariesA ? i : 0], b[VariesB ? i : 0]);
}

/// One row; gives the place of the next.
template <geometry G, class T, class Out, class A, class B>
[[gnu::always_inline]] constexpr Out* combine_row(const binary_layer<T>& layer, Out* out, A a,
                                                  B b) {
    constexpr ops::row_pattern of_a = pattern_of(G, 0), of_b = pattern_of(G, 1);
    constexpr bool varies_a = varies_in_pixel(of_a), varies_b = varies_in_pixel(of_b);
    const int32_t channels = layer.channels;
    if constexpr (has_plain_rows(G)) {
        const int32_t count = layer.width * channels;
        combine_run<G, varies_a, varies_b>(layer, out, a, b, count);
        return out + count;
    } else {
        for (int32_t x = 0; x < layer.width; ++x, out += pixel_step(G, channels))
            combine_run<G, varies_a, varies_b>(layer, out, a + pixel_in_row<of_a>(x, channels),
                                               b + pixel_in_row<of_b>(x, channels), channels);
        return out;
    }
}

template <bool Fixed, class Window>
constexpr auto operand_row(const Window& window, int32_t y) {
    return window(Fixed ? 0 : y);
}

/// Operands are row_windows of activations or constant_rows of constants, in any combination.
template <geometry G, class T, class Out, class A, class B>
[[gnu::noinline]] constexpr void rows(portable_tag, const binary_layer<T>& layer, Out* out,
                                      int32_t row_count, const A& window_a, const B& window_b) {
    for (int32_t y = 0; y < row_count; ++y)
        out = combine_row<G>(layer, out, operand_row<is_fixed(G, 0)>(window_a, y),
                             operand_row<is_fixed(G, 1)>(window_b, y));
}

/// Operands are pointers to activations or constant_pointers to constants.
template <geometry G, class T, class Out, class A, class B>
[[gnu::noinline]] constexpr void whole(portable_tag, const binary_layer<T>& layer, Out* out, A a,
                                       B b) {
    const broadcast_axes& common = layer.common;
    const broadcast_strides strides_a{common, common.repeats_a},
        strides_b{common, common.repeats_b};
    const int inner = common.axes - 1;
    const int32_t count = inner < 0 ? 1 : common.extents[inner];
    const int32_t step_a = inner < 0 ? 0 : strides_a.of[inner];
    const int32_t step_b = inner < 0 ? 0 : strides_b.of[inner];
    odometer place;
    do {
        const A x = a + place.offset(strides_a.of, inner);
        const B y = b + place.offset(strides_b.of, inner);
        for (int32_t i = 0; i < count; ++i)
            *out++ = combine<G, Out>(layer, x[i * step_a], y[i * step_b]);
    } while (place.advance(common.extents, inner));
}

}  // namespace tigris::kernels
