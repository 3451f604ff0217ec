// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random layers with weights: convolutions and matrix products, quantized or not.

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>
#include <helpers/rounding_models.hpp>
#include <tigris/kernels/arithmetic/epilogue.hpp>

namespace tigris::test {

template <class T>
inline constexpr bool is_float = is_same<T, float>;

/// Codes anywhere, often at both ends; reals in [-1, 1).
template <class T>
constexpr T random_element(random_numbers& r) {
    if constexpr (is_float<T>)
        return float(r.unit() * 2 - 1);
    else if (r.chance(8))
        return T(r.chance(2) ? lowest_of(dtype_of<T>) : highest_of(dtype_of<T>));
    else
        return T(r.between(lowest_of(dtype_of<T>), highest_of(dtype_of<T>)));
}

template <class T>
constexpr quantization random_quantization(random_numbers& r) {
    if (is_float<T>) return {};
    if (is_same<T, int16_t>) return {float(0.02 + r.unit() / 16) / 256, 0};
    const int zero_point = random_element<T>(r) < 0 || !r.chance(3) ? int(random_element<T>(r))
                                                                    : lowest_of(dtype_of<T>);
    return {float(0.02 + r.unit() / 16), zero_point};
}

constexpr ops::clamp random_clamp(random_numbers& r) {
    switch (r.between(0, 3)) {
        case 0: return {0, 6};
        case 1: return {.low = 0};
        default: return {};
    }
}

constexpr void store(float x, int8_t* bytes) {
    const uint32_t bits = __builtin_bit_cast(uint32_t, x);
    for (int i = 0; i < 4; ++i) bytes[i] = int8_t(bits >> (8 * i) & 255);
}

/// A code as a model has its bytes.
template <class T>
constexpr void store(T code, int8_t* bytes) {
    for (int i = 0; i < int(sizeof(T)); ++i) bytes[i] = int8_t(code >> (8 * i) & 255);
}

/// Constants of a layer with at most `Outputs` channels and `Weights` weights. `real_weights` and
/// `real_bias` are what the integers or bytes beside them mean.
template <int Weights, int Outputs>
struct weighted_constants {
    double real_weights[Weights]{};
    double real_bias[Outputs]{};
    int8_t weights[4 * Weights]{};
    int8_t bias_bytes[4 * Outputs]{};
    int32_t bias[Outputs]{};
    int32_t multipliers[Outputs]{};
    int8_t shifts[Outputs]{};

    constexpr fixed_multiplier multiplier(int output, bool per_channel) const {
        const int place = per_channel ? output : 0;
        return {multipliers[place], shifts[place]};
    }
};

template <class In, int W, int O>
constexpr void randomize(weighted_constants<W, O>& c, random_numbers& r, int weights, int outputs) {
    for (int i = 0; i < weights; ++i) {
        const auto w = random_element<kernels::weight_t<In>>(r);
        c.real_weights[i] = double(w);
        if constexpr (is_float<In>)
            store(w, c.weights + 4 * i);
        else
            c.weights[i] = w;
    }
    for (int o = 0; o < outputs; ++o) {
        const float real = float(r.unit() * 2 - 1);
        const int32_t dead = r.chance(2) ? 1 << 30 : -(1 << 30);
        c.bias[o] = r.chance(9) ? dead : r.between(-9000, 9000);
        c.real_bias[o] = is_float<In> ? double(real) : c.bias[o];
        store(real, c.bias_bytes + 4 * o);
        c.multipliers[o] = r.between(1 << 30, INT32_MAX);
        c.shifts[o] = int8_t(r.chance(9) ? r.between(-31, 0) : r.between(-12, -6));
    }
}

/// Adds weights, bias, and for integers multipliers and shifts to a node.
template <class In, int W, int O>
constexpr void add_constants(node_case& n, const weighted_constants<W, O>& c, const shape& weights,
                             int outputs, bool per_channel) {
    const int32_t scales = per_channel ? outputs : 1;
    n.add_constant(is_float<In> ? dtype::f32 : dtype::i8, weights, {.bytes = c.weights});
    if constexpr (is_float<In>) {
        n.add_constant(dtype::f32, {1, {outputs}}, {.bytes = c.bias_bytes});
    } else {
        n.add_constant(dtype::i32, {1, {outputs}}, {.words = c.bias});
        n.add_constant(dtype::i32, {1, {scales}}, {.words = c.multipliers});
        n.add_constant(dtype::i8, {1, {scales}}, {.bytes = c.shifts});
    }
}

#ifdef __SIZEOF_INT128__
/// Whether `got` is what a sum of products with its bias rounds to.
template <class In, class Out>
constexpr bool is_result(Out got, double sum, fixed_multiplier m, rounding rounds,
                         const kernels::epilogue<In>& e) {
    if constexpr (is_float<In>) {
        const double ideal = sum < e.clamp.low    ? e.clamp.low
                             : sum > e.clamp.high ? e.clamp.high
                                                  : sum;
        return got - ideal < 1e-5 && ideal - got < 1e-5;
    } else if (rounds == rounding::nearest) {
        return is_nearest(got, sum * real_of(m), e.codes);
    } else {
        const int64_t units = is_same<In, int16_t> ? tflite_wide_scaled(int64_t(sum), m)
                                                   : tflite_scaled(int64_t(sum), m);
        return got == clamp_to(units + e.codes.zero_point, e.codes);
    }
}
#endif

}  // namespace tigris::test
