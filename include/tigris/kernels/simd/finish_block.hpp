// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What becomes of a block's sums: bias, rescaling, activation, sixteen channels of a pixel at once.

#include <stddef.h>
#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/simd/lane_codes.hpp>
#include <tigris/kernels/simd/lane_scales.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd_kernels {

/// The first `count` of sixteen codes; any number of them out of line, so that sums of other pixels
/// stay in registers.
template <class V, class Out>
[[gnu::noinline, gnu::cold]] void store_some(Out* out, V codes, int32_t count) {
    for (int32_t i = 0; i < count; ++i) out[i] = codes[i];
}
template <class V, class Out>
[[gnu::always_inline]] inline void store_first(Out* out, V codes, int32_t count) {
    if (count == block_outputs)
        store(out, codes);
    else if (count == 8)
        store(out, lanes<int64_t, 2>(codes)[0]);
    else
        store_some(out, codes, count);
}

/// A block of channels of a quantized layer, whose results are of Out.
template <finish_key Key, class T, class Out = T>
class finisher {
    using numbers = lanes<int32_t, 8>;

public:
    /// Prepares the scales of `count` channels from `first` on. Their sums have `products` products
    /// each.
    finisher(const epilogue<T>& e, int32_t first, int32_t count, int32_t products)
        : e_(e), first_(first) {
        constexpr int32_t largest_product = 255 * 128;
        int32_t multipliers[block_outputs]{}, rights[block_outputs];
        for (int half = 0; half < 2; ++half) store(rights + 8 * half, all<numbers>(1));
        int32_t largest = 0, shifts_below_1 = 0;
        for (int32_t i = 0; i < count; ++i) {
            const int32_t channel = first + i, place = Key.per_channel ? channel : 0;
            const int32_t bias = e.bias ? e.bias[channel] : 0;
            multipliers[i] = e.multipliers[place];
            rights[i] = -e.shifts[place];
            bias_[i] = bias;
            // The sign is all that counts of the shifts, and the highest bit of the biases.
            largest |= bias ^ (bias >> 31);
            shifts_below_1 |= rights[i] - 1;
        }
        const bool is_small = products < (1 << 29) / largest_product && largest < 1 << 29;
        saturates_ = !is_small;
        is_quick_ = is_small && shifts_below_1 >= 0;
        if (!is_quick_)
            for (const int32_t right : rights) shifts_left_ |= right < 0;
        for (int half = 0; half < 2; ++half) {
            const numbers m = load<numbers>(multipliers + 8 * half);
            const numbers right = load<numbers>(rights + 8 * half);
            if (is_quick_)
                quick_[half] = {m, right};
            else
                scales_[half] = {m, right};
        }
    }

    /// Whether quick_units() may be called, of sums that start from these biases.
    bool is_quick() const { return is_quick_; }
    const int32_t* biases() const { return bias_; }
    /// Eight units above the zero point of totals that are not large.
    template <int Half>
    [[gnu::always_inline]] numbers quick_units(numbers total) const {
        return rescaled<Key.rounds>(quick_[Half], total);
    }

    [[gnu::always_inline]] void operator()(const int32_t* sums, int32_t count, Out* out) const {
        if (shifts_left_) {
            for (int32_t i = 0; i < count; ++i) out[i] = finish<Key, Out>(e_, first_ + i, sums[i]);
            return;
        }
        const lane_codes<Out> encode(e_.codes);
        store_first(out, encode(units<0>(sums), count > 8 ? units<1>(sums) : numbers{}), count);
    }

private:
    template <int Half>
    [[gnu::always_inline]] numbers units(const int32_t* sums) const {
        const numbers sum = load<numbers>(sums + 8 * Half), bias = load<numbers>(bias_ + 8 * Half);
        if (is_quick_) return quick_units<Half>(bias + sum);
        return rescaled<Key.rounds>(scales_[Half],
                                    saturates_ ? add_saturated(bias, sum) : bias + sum);
    }

    const epilogue<T>& e_;
    int32_t first_;
    bool saturates_, is_quick_, shifts_left_ = false;
    int32_t bias_[block_outputs]{};
    lane_scales scales_[2];
    quick_scales quick_[2];
};

/// The first `count` floats or sums of some vectors. Copied whole, vectors would be written to
/// memory and read again in smaller words, for which processors wait.
template <class Out, class V, size_t Eights>
[[gnu::always_inline]] inline void store_words(Out* out, const V (&words)[Eights], int32_t count) {
    static_assert(sizeof(Out) == 4);
#pragma GCC unroll 2
    for (int32_t e = 0; e < int32_t(Eights); ++e) {
        if (count >= 8 * (e + 1))
            store(out + 8 * e, words[e]);
        else if (count > 8 * e)
            __builtin_memcpy(out + 8 * e, &words[e], sizeof(Out) * size_t(count % 8));
    }
}

/// Results are the sums.
template <finish_key Key, class T>
class finisher<Key, T, int32_t> {
public:
    finisher(const epilogue<T>&, int32_t, int32_t, int32_t) {}

    [[gnu::always_inline]] void operator()(const int32_t* sums, int32_t count, int32_t* out) const {
        __builtin_memcpy(out, sums, sizeof *sums * size_t(count));
    }
};

/// A block of channels of a layer of floats. A NaN stays one.
template <finish_key Key>
class finisher<Key, float, float> {
public:
    finisher(const epilogue<float>& e, int32_t first, int32_t count, int32_t)
        : low_(all<numbers>(e.clamp.low)), high_(all<numbers>(e.clamp.high)) {
        float biases[block_outputs]{};
        if (e.bias.bytes)
            for (int32_t i = 0; i < count; ++i) biases[i] = e.bias[first + i];
        for (int half = 0; half < 2; ++half) bias_[half] = load<numbers>(biases + 8 * half);
    }

    [[gnu::always_inline]] void operator()(const float* sums, int32_t count, float* out) const {
        const numbers reals[]{clamped(load<numbers>(sums) + bias_[0]),
                              clamped(load<numbers>(sums + 8) + bias_[1])};
        store_words(out, reals, count);
    }

private:
    using numbers = lanes<float, 8>;

    [[gnu::always_inline]] numbers clamped(numbers x) const {
        return smaller(high_, larger(low_, x));
    }

    numbers low_;
    numbers high_;
    numbers bias_[2]{};
};

}  // namespace tigris::kernels::simd_kernels
