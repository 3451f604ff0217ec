// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of floats: up to sixteen channels of a pixel side by side.

#include <tigris/kernels/fast_float/depthwise_conv.hpp>
#include <tigris/kernels/helium/floats/instructions.hpp>

namespace tigris::kernels::helium_kernels {

/// Channels of a depthwise layer from `first` on: four times Fours, or less than four.
template <int Fours, bool IsWhole>
class channel_column {
public:
    channel_column(const depthwise_conv_layer<float>& layer,
                   const fast_float_kernels::channel_span& span, int32_t first)
        : weights_(layer.weights.bytes + 4 * first),
          finish_(layer.result),
          span_(span),
          first_(first),
          count_(span.channels - first) {}

    void convolve() const {
        float* out = span_.out + first_;
        for (int32_t n = 0; n < span_.pixels; ++n, out += span_.step)
            convolve_pixel(first_ + n * span_.apart, out);
    }

private:
    [[gnu::always_inline]] reals load_some(const float* from) const {
        return IsWhole ? load_reals(from) : load_first_reals(from, count_);
    }
    [[gnu::always_inline]] void convolve_pixel(int32_t x, float* out) const {
        reals sums[Fours]{};
        for (const fast_float_kernels::tap_span* row = span_.rows; row->x; ++row)
            add_row(sums, row->x + x, floats_at(weights_ + row->skip_bytes));
#pragma GCC unroll 4
        for (int f = 0; f < Fours; ++f) {
            const int32_t count = IsWhole ? 4 : count_;
            const reals bias = finish_.bias(first_ + 4 * f, count);
            store_some(out + 4 * f, finish_(sums[f], bias), count);
        }
    }
    [[gnu::always_inline]] void add_row(reals (&sums)[Fours], const float* x,
                                        const float* w) const {
        for (int32_t k = span_.taps; k > 0; --k, x += span_.tap_apart, w += span_.channels)
#pragma GCC unroll 4
            for (int f = 0; f < Fours; ++f)
                sums[f] = fused(sums[f], load_some(x + 4 * f), load_some(w + 4 * f));
    }

    const int8_t* weights_;
    float_finish finish_;
    const fast_float_kernels::channel_span& span_;
    int32_t first_;
    int32_t count_;
};

/// Sums of channels (fast_float/depthwise_conv.hpp).
struct float_channels {
    [[gnu::noinline]] static void multiply(const depthwise_conv_layer<float>& layer,
                                           const fast_float_kernels::channel_span& span) {
        int32_t c = 0;
        for (; c + 16 <= span.channels; c += 16) channel_column<4, true>(layer, span, c).convolve();
        for (; c + 4 <= span.channels; c += 4) channel_column<1, true>(layer, span, c).convolve();
        if (c < span.channels) channel_column<1, false>(layer, span, c).convolve();
    }
};

}  // namespace tigris::kernels::helium_kernels
