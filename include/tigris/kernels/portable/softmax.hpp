// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Softmax and its logarithm along the innermost axis, in plain C++.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/arithmetic/probability.hpp>
#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/arithmetic/tables/exponential_table.hpp>
#include <tigris/kernels/arithmetic/tables/interpolated_table.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `spans` of `channels` elements a row. Units of the output, as multiplier * 2^(shift - 31):
/// softmax: `units`, of the probability 1. Logarithm: `units`, of a factor of 2, and `units_in`, of
/// a unit of the input. TFLite's logarithm: codes of the input in a unit of Q5.26.
template <class T>
struct softmax_layer {
    int32_t spans = 0;
    int32_t channels = 0;
    int32_t units = 0;
    int32_t units_in = 0;
    int8_t shift = 0;
    result_codes codes{};
};

template <>
struct softmax_layer<float> {
    int32_t spans = 0;
    int32_t channels = 0;
};

/// Codes of 16 bits are too many for a table of their differences: exponentials are computed, or
/// by TFLite's rule interpolated; `in_steps` is what brings differences to its table's codes.
template <>
struct softmax_layer<int16_t> {
    int32_t spans = 0;
    int32_t channels = 0;
    float scale_in = 0;
    float scale_out = 0;
    fixed_multiplier in_steps{};
    result_codes codes{};
};

constexpr int32_t channels_of(const shape& dims) { return dims.rank > 0 ? dims[dims.rank - 1] : 1; }

/// Codes of TFLite's table of exponentials, 1/65535 of [-10, 0], per code of a scale.
constexpr fixed_multiplier tflite_table_steps(float scale) {
    return quantized_multiplier(double(scale) / (10.0 / 65535));
}

/// Whether TFLite's softmax of 16-bit codes is defined. The output's units are 1/32768 from 0 up;
/// differences, by the scale, and the sum stay in 32 bits.
constexpr bool is_tflite_wide_softmax(const operands& t) {
    const tensor &x = t.input(0), &y = t.output();
    return y.type == dtype::i16 && y.quant == quantization{1.0f / 32768, 0} &&
           tflite_table_steps(x.quant.scale).shift <= 15 && channels_of(y.dims) <= 65536;
}

/// Whether TFLite's integer softmax is defined. Of bytes it needs units of 1/256 from the lowest
/// code up, and a sum that stays in 32 bits. The logarithm needs units of 1/16 from the highest
/// code down. All other outputs are rounded to nearest.
constexpr bool is_tflite_softmax(const ops::softmax& op, const operands& t) {
    const tensor& y = t.output();
    if (t.input(0).type == dtype::i16) return !op.logarithm && is_tflite_wide_softmax(t);
    const quantization defined = op.logarithm ? quantization{1.0f / 16, highest_of(y.type)}
                                              : quantization{1.0f / 256, lowest_of(y.type)};
    return y.quant == defined && channels_of(y.dims) < 4096;
}

struct softmax_key {
    bool logarithm = false;               // results are logarithms of probabilities
    rounding rounds = rounding::nearest;  // rounding, by which exponentials differ
    bool compact = false;                 // exponentials are computed, if that takes fewer bytes
    uint32_t scale_bits = 0;              // float32 bits of the input's scale, for bytes; else 0

    friend constexpr bool operator==(const softmax_key&, const softmax_key&) = default;
};

constexpr softmax_key key_of(const ops::softmax& op, const operands& t, rounding rounds) {
    const bool is_tabled = has_byte_codes(t.input(0));
    return {.logarithm = op.logarithm,
            .rounds = is_tflite_softmax(op, t) ? rounding_of(t, rounds) : rounding::nearest,
            .scale_bits = is_tabled ? __builtin_bit_cast(uint32_t, t.input(0).quant.scale) : 0};
}

/// What a unit of Q5.26 is in codes of the input. Source: TFLite, PreprocessLogSoftmaxScalingExp.
template <class T>
constexpr void set_tflite_logarithm(softmax_layer<T>& layer, double scale) {
    const tflite_differences differences = tflite_differences_of(scale);
    const fixed_multiplier m =
        quantized_multiplier(power_of_two(31 - differences.left) / differences.multiplier);
    layer.units = m.multiplier;
    layer.shift = m.shift;
}

template <class T>
constexpr void set_units(softmax_layer<T>& layer, const ops::softmax& op, const operands& t,
                         rounding rounds) {
    layer.codes = codes_of({}, t.output(), rounding::nearest);
    if (rounds == rounding::tflite && op.logarithm && is_tflite_softmax(op, t))
        return set_tflite_logarithm(layer, double(t.input(0).quant.scale));
    const double y = double(t.output().quant.scale), ln2 = 0.69314718055994531;
    const double of_input = op.logarithm ? double(t.input(0).quant.scale) / y : 0;
    const double of_one = op.logarithm ? ln2 / y : 1 / y;
    const fixed_multiplier larger = quantized_multiplier(of_input > of_one ? of_input : of_one);
    const double one = power_of_two(31 - larger.shift);
    layer.shift = larger.shift;
    layer.units = saturated(int64_t(of_one * one + 0.5));
    layer.units_in = saturated(int64_t(of_input * one + 0.5));
}

constexpr void set_units(softmax_layer<int16_t>& layer, const ops::softmax&, const operands& t,
                         rounding) {
    layer.scale_in = t.input(0).quant.scale;
    layer.scale_out = t.output().quant.scale;
    layer.in_steps = tflite_table_steps(layer.scale_in);
    layer.codes = codes_of({}, t.output(), rounding::nearest);
}

template <class T>
constexpr softmax_layer<T> layer_of(const ops::softmax& op, const operands& t, view<const constant>,
                                    rounding rounds) {
    const shape dims = t.input(0).dims;
    softmax_layer<T> layer{};
    layer.channels = channels_of(dims);
    layer.spans = rows_of(dims).row_elements() / layer.channels;
    if constexpr (!is_same<T, float>) set_units(layer, op, t, rounds);
    return layer;
}

template <class T>
constexpr T largest_of(const T* x, int32_t count) {
    T largest = x[0];
    for (int32_t i = 1; i < count; ++i) largest = x[i] > largest ? x[i] : largest;
    return largest;
}

/// The source of exponentials: at(distance) from the largest code.
template <softmax_key G>
using exponentials_for = typename type_list<
    tabled_exponentials<G.rounds, G.scale_bits>,
    computed_exponentials<G.scale_bits>>::template at<G.compact && G.rounds == rounding::tflite>;

template <class Exponentials, class T>
constexpr uint64_t sum_of_exponentials(const T* x, int32_t count, T largest, int discarded_bits) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t term = Exponentials::at(largest - x[i]);
        sum += discarded_bits ? (term + (1u << (discarded_bits - 1))) >> discarded_bits : term;
    }
    return sum;
}

template <softmax_key G, class Out, class In>
constexpr void softmax_nearest(const softmax_layer<In>& layer, Out* out, const In* x) {
    const int32_t count = layer.channels;
    const In largest = largest_of(x, count);
    const uint64_t sum = sum_of_exponentials<exponentials_for<G>>(x, count, largest, 0);
    const wide_multiplier units = units_per_exponential(sum, {layer.units, layer.shift});
    for (int32_t i = 0; i < count; ++i) {
        const uint64_t wide = exponentials_for<G>::at(largest - x[i]) * units.multiplier;
        out[i] = encode<Out>(int64_t(shift_half_even(wide, units.bits)), layer.codes);
    }
}

/// Sums in Q12.19, a reciprocal by Newton and Raphson. Source: TFLite, SOFTMAX.
template <softmax_key G, class Out, class In>
constexpr void softmax_tflite(const softmax_layer<In>& layer, Out* out, const In* x) {
    const In largest = largest_of(x, layer.channels);
    const uint32_t sum =
        uint32_t(sum_of_exponentials<exponentials_for<G>>(x, layer.channels, largest, 12));
    const int headroom = __builtin_clz(sum);
    const int32_t reciprocal = tflite_reciprocal(int32_t((sum << headroom) & INT32_MAX));
    const int bits = 35 - headroom;
    for (int32_t i = 0; i < layer.channels; ++i) {
        const int32_t wide =
            doubling_high_product(reciprocal, int32_t(exponentials_for<G>::at(largest - x[i])));
        out[i] = encode<Out>(bits > 31 ? 0 : shift_away_from_zero(wide, bits), layer.codes);
    }
}

/// log(e^x / sum) = x - largest - log(sum); one rounding of both terms together.
template <softmax_key G, class Out, class In>
constexpr void log_softmax_nearest(const softmax_layer<In>& layer, Out* out, const In* x) {
    const In largest = largest_of(x, layer.channels);
    const uint64_t sum = sum_of_exponentials<exponentials_for<G>>(x, layer.channels, largest, 0);
    const int64_t of_sum = (binary_logarithm(sum) * layer.units) >> 26;
    const int bits = 31 - layer.shift;
    for (int32_t i = 0; i < layer.channels; ++i) {
        const int64_t below_zero = int64_t(largest - x[i]) * layer.units_in + of_sum;
        out[i] = encode<Out>(((int64_t(1) << (bits - 1)) - below_zero) >> bits, layer.codes);
    }
}

/// Results too low for Q5.26 become the lowest code. Source: TFLite, LOG_SOFTMAX.
template <softmax_key G, class Out, class In>
constexpr void log_softmax_tflite(const softmax_layer<In>& layer, Out* out, const In* x) {
    constexpr tflite_differences differences =
        tflite_differences_of(double(__builtin_bit_cast(float, G.scale_bits)));
    const In largest = largest_of(x, layer.channels);
    const uint64_t sum = sum_of_exponentials<exponentials_for<G>>(x, layer.channels, largest, 12);
    const int32_t of_sum = tflite_logarithm(int32_t(sum));
    const int64_t limit =
        -requantize<rounding::tflite>(of_sum + INT32_MIN, {layer.units, layer.shift});
    for (int32_t i = 0; i < layer.channels; ++i) {
        const int32_t distance = largest - x[i];
        const bool representable = distance < limit && distance <= differences.largest();
        const int32_t result = representable ? differences.in_q26(distance) - of_sum : INT32_MIN;
        out[i] = encode<Out>(shift_away_from_zero(result, 22), layer.codes);
    }
}

template <bool Logarithm>
constexpr void softmax_real(int32_t count, float* out, const float* x) {
    const float largest = largest_of(x, count);
    float sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        const float e = exp(x[i] - largest);
        sum += e;
        out[i] = Logarithm ? x[i] - largest : e;
    }
    const float log_of_sum = log(sum);
    for (int32_t i = 0; i < count; ++i) out[i] = Logarithm ? out[i] - log_of_sum : out[i] / sum;
}

/// Softmax of 16-bit codes in single precision. Exponentials are computed twice, because codes hold
/// no sum's terms.
template <bool Logarithm, class Out>
constexpr void softmax_wide(const softmax_layer<int16_t>& layer, Out* out, const int16_t* x) {
    const int32_t largest = largest_of(x, layer.channels);
    const auto below = [&](int32_t i) { return float(x[i] - largest) * layer.scale_in; };
    float sum = 0;
    for (int32_t i = 0; i < layer.channels; ++i) sum += exp(below(i));
    const float log_of_sum = log(sum);
    for (int32_t i = 0; i < layer.channels; ++i) {
        const float real = Logarithm ? below(i) - log_of_sum : exp(below(i)) / sum;
        out[i] = quantize_real<Out>(real, layer.scale_out, layer.codes);
    }
}

/// 1 / sum in Q0.15, times 2^(bits of sum - 16), of a sum in Q16.15. Source: TFLite, SOFTMAX of
/// int16.
template <class Code>
constexpr int32_t tflite_wide_reciprocal(int32_t sum, int headroom) {
    const int32_t leading = int32_t(((int64_t(sum) << (headroom - 1)) + (1 << 13)) >> 14);
    const int32_t code = leading - (1 << 16) + INT16_MIN;
    return tflite_reciprocal_table<Code>(code < INT16_MAX ? code : INT16_MAX);
}

/// Exponentials are kept where the output goes. Source: the same.
template <class Out>
constexpr void softmax_tflite_wide(const softmax_layer<int16_t>& layer, Out* out,
                                   const int16_t* x) {
    const int32_t largest = largest_of(x, layer.channels);
    int32_t sum = 0;
    for (int32_t i = 0; i < layer.channels; ++i) {
        const int32_t below = int32_t(requantize<rounding::tflite>(x[i] - largest, layer.in_steps));
        out[i] = tflite_exponential_table<Out>(below + INT16_MAX > INT16_MIN ? below + INT16_MAX
                                                                             : INT16_MIN);
        sum += out[i];
    }
    const int headroom = __builtin_clz(uint32_t(sum)), bits = 31 - headroom;
    const int32_t reciprocal = tflite_wide_reciprocal<Out>(sum, headroom);
    for (int32_t i = 0; i < layer.channels; ++i)
        out[i] = encode<Out>((out[i] * reciprocal + (1 << (bits - 1))) >> bits, layer.codes);
}

/// Makes one span; the output may overwrite the input.
template <softmax_key G, class Out, class In>
constexpr void softmax_span(const softmax_layer<In>& layer, Out* out, const In* x) {
    if constexpr (is_same<In, float>)
        softmax_real<G.logarithm>(layer.channels, out, x);
    else if constexpr (is_same<In, int16_t> && G.rounds == rounding::tflite)
        softmax_tflite_wide(layer, out, x);
    else if constexpr (is_same<In, int16_t>)
        softmax_wide<G.logarithm>(layer, out, x);
    else if constexpr (G.logarithm && G.rounds == rounding::nearest)
        log_softmax_nearest<G>(layer, out, x);
    else if constexpr (G.logarithm)
        log_softmax_tflite<G>(layer, out, x);
    else if constexpr (G.rounds == rounding::nearest)
        softmax_nearest<G>(layer, out, x);
    else
        softmax_tflite<G>(layer, out, x);
}

template <softmax_key G, class In, class Out>
[[gnu::noinline]] constexpr void rows(portable_tag, const softmax_layer<In>& layer, Out* out,
                                      int32_t row_count, const row_window<In>& in) {
    for (int32_t y = 0; y < row_count; ++y) {
        const In* x = in(y);
        for (int32_t span = 0; span < layer.spans;
             ++span, x += layer.channels, out += layer.channels)
            softmax_span<G>(layer, out, x);
    }
}

}  // namespace tigris::kernels
