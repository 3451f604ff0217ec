// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What becomes of a block's sums: bias, rescaling, activation, sixteen channels of a pixel at once.

#include <stddef.h>
#include <tigris/kernels/epilogue.hpp>
#include <tigris/kernels/simd/lane_scales.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd {

/// The fields that multiplication and finish are compiled for.
constexpr geometry finish_key(const geometry& g) {
    return {.in = g.in, .out = g.out, .rounds = g.rounds, .per_channel = g.per_channel};
}

/// A block of channels of a quantized layer.
template <geometry G, class T>
class finisher {
public:
    /// Of `count` channels from `first` on, whose sums have `products` products each.
    finisher(const epilogue<T>& e, int32_t first, int32_t count, int32_t products)
        : e_(e), first_(first) {
        constexpr int32_t limit = 1 << 30, largest_product = 255 * 128;
        saturates_ = products >= limit / largest_product;
        int32_t multipliers[block_outputs]{}, rights[block_outputs]{}, biases[block_outputs]{};
        for (int32_t i = 0; i < count; ++i) {
            const int32_t channel = first + i, place = G.per_channel ? channel : 0;
            const int32_t right = -e.shifts[place], bias = e.bias ? e.bias[channel] : 0;
            if (right < 0) shifts_left_ = true;
            if (bias >= limit || bias <= -limit) saturates_ = true;
            multipliers[i] = e.multipliers[place];
            rights[i] = right;
            biases[i] = bias;
        }
        for (int half = 0; half < 2; ++half) {
            scales_[half] = {load<numbers>(multipliers + 8 * half),
                             load<numbers>(rights + 8 * half)};
            bias_[half] = load<numbers>(biases + 8 * half);
        }
    }

    template <class Out>
    [[gnu::always_inline]] void operator()(const int32_t* sums, int32_t count, Out* out) const {
        if (shifts_left_) {
            for (int32_t i = 0; i < count; ++i) out[i] = finish<G, Out>(e_, first_ + i, sums[i]);
            return;
        }
        const auto codes = narrow_16<Out>(code<0>(sums), count > 8 ? code<1>(sums) : numbers{});
        if (count == block_outputs)
            store(out, codes);
        else if (count == 8)
            __builtin_memcpy(out, &codes, 8);
        else
            __builtin_memcpy(out, &codes, size_t(count));
    }

private:
    using numbers = lanes<int32_t, 8>;

    template <int Half>
    [[gnu::always_inline]] numbers code(const int32_t* sums) const {
        const numbers sum = load<numbers>(sums + 8 * Half);
        const numbers total = saturates_ ? add_saturated(bias_[Half], sum) : bias_[Half] + sum;
        return encode_lanes(scales_[Half].template rescaled<G.rounds>(total), e_.codes);
    }

    const epilogue<T>& e_;
    int32_t first_;
    bool saturates_;
    bool shifts_left_ = false;
    lane_scales scales_[2]{};
    numbers bias_[2]{};
};

/// A block of channels of a layer of floats. A NaN stays one.
template <geometry G>
class finisher<G, float> {
public:
    finisher(const epilogue<float>& e, int32_t first, int32_t count, int32_t)
        : low_(all<numbers>(e.clamp.low)), high_(all<numbers>(e.clamp.high)) {
        float biases[block_outputs]{};
        if (e.bias.bytes)
            for (int32_t i = 0; i < count; ++i) biases[i] = e.bias[first + i];
        for (int half = 0; half < 2; ++half) bias_[half] = load<numbers>(biases + 8 * half);
    }

    [[gnu::always_inline]] void operator()(const float* sums, int32_t count, float* out) const {
        const numbers reals[]{clamped(sums, 0), clamped(sums, 1)};
        if (count == block_outputs)
            __builtin_memcpy(out, reals, sizeof reals);
        else
            __builtin_memcpy(out, reals, sizeof(float) * size_t(count));
    }

private:
    using numbers = lanes<float, 8>;

    [[gnu::always_inline]] numbers clamped(const float* sums, int half) const {
        const numbers x = load<numbers>(sums + 8 * half) + bias_[half];
        return smaller(high_, larger(low_, x));
    }

    numbers low_;
    numbers high_;
    numbers bias_[2]{};
};

}  // namespace tigris::kernels::simd
