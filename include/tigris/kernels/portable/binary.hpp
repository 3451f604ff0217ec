// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of two tensors in plain C++, of numbers and of codes.

#include <tigris/kernels/arithmetic/functions/binary.hpp>
#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/broadcast.hpp>
#include <tigris/kernels/walks/broadcast_rows.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// The record of a binary operator on numbers that are not quantized. A row is `width` pixels of
/// `channels` elements. `common` is filled for the whole contract only.
template <class T>
struct binary_layer {
    int32_t width = 0;
    int32_t channels = 0;
    broadcast_axes common{};
};

/// The record of a binary operator on codes. nearest addition: a * multipliers[0] + b *
/// multipliers[1], rescaled by shifts[0]; tflite addition: three fixed multipliers, for a, b and
/// their sum. Multiplication: the first; maximum and minimum: one for each operand; prelu: one for
/// a, one for a * b.
template <class T>
    requires(is_quantizable(dtype_of<T>))
struct binary_layer<T> {
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

struct binary_key {
    ops::binary_function function{};      // function of the two operands
    dtype in_a = dtype::f32;              // elements of the first operand
    dtype in_b = dtype::f32;              // elements of the second operand
    dtype out = dtype::f32;               // elements of the output
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    bool quantized = false;               // elements are codes of real numbers, not numbers
    uint16_t broadcast = 0;               // three bits for each operand (broadcast_rows.hpp)
    int32_t out_pixel_stride = 0;         // elements; 0: pixels of the output are dense
    int8_t variant = unknown_variant;     // which loops serve the layer (contract/key.hpp)

    friend constexpr bool operator==(const binary_key&, const binary_key&) = default;
};

constexpr binary_key key_of(const ops::binary& op, const operands& t, rounding rounds) {
    const bool by_rows = describe(op, t).contract == ops::contract::rows;
    return {.function = op.function,
            .in_a = t.input(0).type,
            .in_b = t.input(1).type,
            .out = t.output().type,
            .rounds = rounding_of(t, rounds),
            .quantized = has_codes(t),
            .broadcast = by_rows ? broadcast_bits(t, 2) : uint16_t(0)};
}

constexpr bool is_sum(ops::binary_function f) {
    return f == ops::binary_function::add || f == ops::binary_function::subtract;
}

template <class T>
constexpr void set_multiplier(binary_layer<T>& layer, int i, fixed_multiplier m) {
    layer.multipliers[i] = m.multiplier;
    layer.shifts[i] = m.shift;
}

/// Sets the multipliers of both operands at the shift of the larger, which keeps 31 bits.
template <class T>
constexpr void set_addition(binary_layer<T>& layer, double a, double b) {
    const fixed_multiplier larger = quantized_multiplier(a > b ? a : b);
    const double one = power_of_two(31 - larger.shift);
    set_multiplier(layer, 0, larger);
    set_multiplier(layer, 1, larger);
    layer.multipliers[a > b ? 1 : 0] = saturated(int64_t((a > b ? b : a) * one + 0.5));
}

/// Bits by which TFLite shifts operands of a sum to the left. Source: TFLite Micro,
/// CalculateOpDataAdd.
template <class T>
inline constexpr int32_t tflite_sum_bits = is_same<T, int16_t> ? 15 : 20;

/// Operands shifted to the left are brought to twice the larger scale, added, and rescaled. Source:
/// TFLite, ADD.
template <class T>
constexpr void set_tflite_addition(binary_layer<T>& layer, double a, double b, double output) {
    const double common = 2 * (a > b ? a : b);
    set_multiplier(layer, 0, quantized_multiplier(a / common));
    set_multiplier(layer, 1, quantized_multiplier(b / common));
    set_multiplier(layer, 2, quantized_multiplier(common / ((1 << tflite_sum_bits<T>)*output)));
}

template <class T>
constexpr void set_rescaling(binary_layer<T>& layer, const ops::binary& op, const operands& t,
                             rounding rounds) {
    using enum ops::binary_function;
    const double a = double(t.input(0).quant.scale), b = double(t.input(1).quant.scale),
                 y = double(t.output().quant.scale);
    layer.zero_point_a = int16_t(t.input(0).quant.zero_point);
    layer.zero_point_b = int16_t(t.input(1).quant.zero_point);
    layer.codes = codes_of(op.clamp, t.output(), rounds);
    if (op.function == multiply) {
        set_multiplier(layer, 0, quantized_multiplier(a * b / y));
    } else if (!is_sum(op.function)) {
        set_multiplier(layer, 0, quantized_multiplier(a / y));
        set_multiplier(layer, 1, quantized_multiplier((op.function == prelu ? a * b : b) / y));
    } else if (rounds == rounding::nearest) {
        set_addition(layer, a / y, b / y);
    } else {
        set_tflite_addition(layer, a, b, y);
    }
    if (op.function == subtract) layer.multipliers[1] = -layer.multipliers[1];
}

template <class T>
constexpr binary_layer<T> layer_of(const ops::binary& op, const operands& t, view<const constant>,
                                   [[maybe_unused]] rounding rounds) {
    binary_layer<T> layer{};
    layer.width = rows_of(t.output().dims).width;
    layer.channels = rows_of(t.output().dims).channels;
    if (describe(op, t).contract == ops::contract::whole)
        layer.common = broadcast_of(t.input(0).dims, t.input(1).dims);
    if constexpr (is_same<T, float>)
        layer.clamp = op.clamp;
    else if constexpr (is_quantizable(dtype_of<T>))
        if (is_quantized(t.output())) set_rescaling(layer, op, t, rounds);
    return layer;
}

/// Kernels for bools and integers read two extents, before they write. Compilers pass these instead
/// of the address.
constexpr bool keeps_record(const ops::binary&, const operands& t) {
    return is_quantized(t.output()) || t.output().type == dtype::f32;
}

/// Units above the output's zero point, from units above the operands' zero points.
template <binary_key G, class T>
constexpr int64_t combine_units(const binary_layer<T>& layer, int32_t a, int32_t b) {
    using enum ops::binary_function;
    constexpr ops::binary_function f = G.function;
    const auto rescaled = [&](int32_t x, int i) {
        return requantize<G.rounds>(x, {layer.multipliers[i], layer.shifts[i]});
    };
    if constexpr (f == multiply) {
        return rescaled(a * b, 0);
    } else if constexpr (f == prelu) {
        return a < 0 ? rescaled(a * b, 1) : rescaled(a, 0);
    } else if constexpr (f == maximum) {
        return kernels::maximum(rescaled(a, 0), rescaled(b, 1));
    } else if constexpr (f == minimum) {
        return kernels::minimum(rescaled(a, 0), rescaled(b, 1));
    } else if constexpr (G.rounds == rounding::nearest) {
        const int bits = 31 - layer.shifts[0];
        const int64_t sum = int64_t(a) * layer.multipliers[0] + int64_t(b) * layer.multipliers[1];
        return (sum + (int64_t(1) << (bits - 1))) >> bits;
    } else {
        constexpr int32_t one = 1 << tflite_sum_bits<T>;
        return rescaled(int32_t(rescaled(a * one, 0) + rescaled(b * one, 1)), 2);
    }
}

template <binary_key G, class Out, class T, class A, class B>
constexpr Out combine(const binary_layer<T>& layer, A a, B b) {
    if constexpr (G.quantized)
        return encode<Out>(combine_units<G>(layer, a - layer.zero_point_a, b - layer.zero_point_b),
                           layer.codes);
    else if constexpr (is_same<T, float> && is_same<Out, float>)
        return clamped(calculate<G.function>(a, b), layer.clamp);
    else
        return calculate<G.function>(a, b);
}

/// Operands are row_windows of activations or constant_rows of constants, in any combination.
template <binary_key G, class T, class Out, class A, class B>
[[gnu::noinline]] constexpr void rows(portable_tag, const binary_layer<T>& layer, Out* out,
                                      int32_t row_count, const A& window_a, const B& window_b) {
    const auto f = [&](auto a, auto b) __attribute__((always_inline)) {
        return combine<G, Out>(layer, a, b);
    };
    combine_rows<G>(layer.width, layer.channels, out, row_count, f, window_a, window_b);
}

/// Operands are pointers to activations or constant_pointers to constants.
template <binary_key G, class T, class Out, class A, class B>
[[gnu::noinline]] constexpr void whole(portable_tag, const binary_layer<T>& layer, Out* out, A a,
                                       B b) {
    const auto f = [&](auto x, auto y) { return combine<G, Out>(layer, x, y); };
    each_element(layer.common, out, f, a, b);
}

}  // namespace tigris::kernels
