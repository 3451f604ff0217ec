// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What convolutions and matrix products do with a finished sum: bias, rescaling, activation.

#include <tigris/kernels/arithmetic/coded_weights.hpp>
#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/key.hpp>

namespace tigris::kernels {

/// What turns sums into results, for activations that are codes. The bias may be null. Multiplier
/// and shift are one per output channel, or one for all. Results that are the sums have neither.
template <class T>
struct epilogue {
    const int32_t* bias = nullptr;
    const int32_t* multipliers = nullptr;
    const int8_t* shifts = nullptr;
    int16_t zero_point_in = 0;
    result_codes codes{};
};

template <>
struct epilogue<float> {
    constant_pointer<float> bias{};
    ops::clamp clamp{};
};

/// The scales of weights that are codes, one for each output channel or one for all. Those of
/// blocks are the weights'.
template <dtype Codes>
struct epilogue<coded<Codes>> : epilogue<float> {
    constant_pointer<float> scales{};
};
template <dtype Codes, int32_t Block>
struct epilogue<coded<Codes, Block>> : epilogue<float> {};
template <>
struct epilogue<coded<dtype::f16>> : epilogue<float> {};

/// What the record of a layer with weights and an epilogue takes more where addresses have 8 bytes,
/// padding included.
template <class T>
inline constexpr int32_t wide_address_bytes_of_layer = is_same<activation_t<T>, float> ? 12 : 20;
template <dtype Codes, int32_t Block>
    requires(Codes != dtype::f16)
inline constexpr int32_t wide_address_bytes_of_layer<coded<Codes, Block>> = Block > 0 ? 24 : 16;

/// Inputs 2, 3 and 4 are bias, multipliers and shifts, or 3 is scales (ops/conv.hpp).
template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(epilogue<T>& result, const operands& t,
                                                    const Constants& constants) {
    if constexpr (is_same<activation_t<T>, float>) {
        if (t.has_input(2)) result.bias = elements_of<float>(constants[t.input(2).index]);
        if constexpr (requires { result.scales; })
            result.scales = elements_of<float>(constants[t.input(3).index]);
    } else {
        if (!t.has_input(3)) return;  // results are sums
        if (t.has_input(2)) result.bias = constants[t.input(2).index].words;
        result.multipliers = constants[t.input(3).index].words;
        result.shifts = constants[t.input(4).index].bytes;
    }
}

template <class T>
constexpr epilogue<T> epilogue_of(const ops::clamp& c, const operands& t,
                                  view<const constant> constants, rounding rounds) {
    epilogue<T> result{};
    set_constants(result, t, constants);
    if constexpr (is_same<activation_t<T>, float>) {
        result.clamp = c;
    } else {
        result.zero_point_in = int16_t(t.input(0).quant.zero_point);
        if (t.has_input(3)) result.codes = codes_of(c, t.output(), rounds);
    }
    return result;
}

/// Whether every output channel has a multiplier or scale of its own.
constexpr bool is_per_channel(const operands& t) {
    return t.has_input(3) && element_count(t.input(3)) > 1;
}

/// What finish() is compiled for.
struct finish_key {
    rounding rounds = rounding::nearest;  // rounding of rescaled sums
    bool per_channel = false;             // a scale for each output channel, not one for all
    bool short_scales = false;            // has_short_scales holds for all layers of the program
    bool small_shifts = false;            // and so does has_small_shifts

    friend constexpr bool operator==(const finish_key&, const finish_key&) = default;
};

constexpr finish_key finish_key_of(const operands& t, rounding rounds) {
    return {.rounds = rounding_of(t, rounds), .per_channel = is_per_channel(t)};
}

/// What sums of products and their results are compiled for.
struct products_key {
    finish_key finish{};                             // how sums of products become results
    weight_order weights = weight_order::canonical;  // order of the weights in flash

    friend constexpr bool operator==(const products_key&, const products_key&) = default;
};
template <class Key>
constexpr products_key products_key_of(const Key& key) {
    return {.finish = key.finish, .weights = key.weights};
}

/// What a padded element counts as: the bias already holds -zero_point * (sum of the weights).
template <class T>
constexpr accumulator_t<T> padding_of(const epilogue<T>& e) {
    if constexpr (is_same<activation_t<T>, float>)
        return 0;
    else
        return e.zero_point_in;
}

/// A sum of floats with its bias. Where weights are codes with one scale it is in units of that.
template <finish_key Key, class T>
constexpr float real_total(const epilogue<T>& e, int32_t channel, float sum) {
    if constexpr (requires { e.scales; }) sum *= e.scales[Key.per_channel ? channel : 0];
    return e.bias.bytes ? sum + e.bias[channel] : sum;
}

/// The element of output channel `channel` whose products add up to `sum`. Always inlined: kernels
/// with equal keys would share one function, and call it for each element.
template <finish_key Key, class Out, class T>
[[gnu::always_inline]] constexpr Out finish(const epilogue<T>& e, int32_t channel,
                                            accumulator_t<T> sum) {
    if constexpr (is_same<activation_t<T>, float>) {
        return clamped(real_total<Key>(e, channel, sum), e.clamp);
    } else if constexpr (is_same<Out, int32_t>) {
        return sum;
    } else {
        const int32_t place = Key.per_channel ? channel : 0;
        const fixed_multiplier m{e.multipliers[place], e.shifts[place]};
        if constexpr (is_same<T, int16_t>) {
            const int64_t total = e.bias ? e.bias[channel] + sum : sum;
            return encode<Out>(requantize_wide<Key.rounds>(total, m), e.codes);
        } else {
            const int32_t total = e.bias ? add_saturated(e.bias[channel], sum) : sum;
            return encode<Out>(requantize<Key.rounds>(total, m), e.codes);
        }
    }
}

}  // namespace tigris::kernels
