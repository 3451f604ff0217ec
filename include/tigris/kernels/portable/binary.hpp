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
/// their sum; multiplication: the first. `common` is filled for the whole contract only.
template <class T>
struct binary_layer {
    int32_t multipliers[3]{};
    int8_t shifts[3]{};
    int16_t zero_point_a = 0;
    int16_t zero_point_b = 0;
    result_codes codes{};
    int32_t row_elements = 0;
    broadcast_axes common{};
};

template <>
struct binary_layer<float> {
    ops::clamp clamp{};
    int32_t row_elements = 0;
    broadcast_axes common{};
};

/// `function`: the binary_function, plus 2 if operand a is a scalar, plus 4 if b is.
constexpr geometry geometry_of(const ops::binary& op, const operands& t, rounding rounds) {
    geometry g = geometry_of(ops::kind_of<ops::binary>, t, rounds);
    const bool scalar_a = element_count(t.input(0)) == 1, scalar_b = element_count(t.input(1)) == 1;
    g.in2 = t.input(1).type;
    g.function = uint8_t(int(op.function) + (scalar_a ? 2 : 0) + (scalar_b ? 4 : 0));
    return g;
}

constexpr bool is_add(geometry g) { return (g.function & 1) == int(ops::binary_function::add); }
constexpr bool is_scalar(geometry g, int operand) { return g.function >> (operand + 1) & 1; }

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
    layer.row_elements = rows_of(t.output().dims).row_elements();
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

/// An operand's row y; the element itself of a scalar, which lies at the base of its window.
template <bool Scalar, class Window>
constexpr auto operand_row(const Window& window, int32_t y) {
    if constexpr (Scalar)
        return window.base;
    else
        return window(y);
}

/// Operands are row_windows of activations or constant_rows of constants, in any combination.
template <geometry G, class T, class Out, class A, class B>
[[gnu::noinline]] constexpr void rows(portable_tag, const binary_layer<T>& layer, Out* out,
                                      int32_t row_count, const A& window_a, const B& window_b) {
    constexpr bool scalar_a = is_scalar(G, 0), scalar_b = is_scalar(G, 1);
    for (int32_t y = 0; y < row_count; ++y, out += layer.row_elements) {
        const auto a = operand_row<scalar_a>(window_a, y);
        const auto b = operand_row<scalar_b>(window_b, y);
        for (int32_t i = 0; i < layer.row_elements; ++i)
            out[i] = combine<G, Out>(layer, a[scalar_a ? 0 : i], b[scalar_b ? 0 : i]);
    }
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
