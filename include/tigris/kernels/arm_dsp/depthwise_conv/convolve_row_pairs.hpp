// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes with windows of 3x3: four channels of a few rows at a time are
// widened to 16 bits, two rows in a word.

#include <stdint.h>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_columns.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_key.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/row_pairs.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/widen_row_pairs.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Four channels of a layer: their table, and the panel behind it (row_pair_shape.hpp). Unless all
/// scales are short, sums begin at 0.
template <panel_key G>
struct row_pair_panel {
    static constexpr ops::window window = window_of(G.window);
    static constexpr int32_t pairs = pairs_of_column(window);
    static constexpr int32_t column_words = words_of_pair_column(window);
    static constexpr int32_t table_words = panel_channels * sizeof(pair_channel) / 4;

    pair_channel* channels;
    bool is_short;

    uint32_t* pixels() const { return reinterpret_cast<uint32_t*>(channels + panel_channels); }
};

/// Two words of weights, of channels 0 and 2 and of 1 and 3.
struct wide_weights {
    uint32_t even;
    uint32_t odd;

    [[gnu::always_inline]] explicit wide_weights(const int8_t* weights)
        : even(sxtb16(load_word(weights))), odd(sxtb16_ror8(load_word(weights))) {}
};

/// Pairs the weights of two rows in one word for each of the four channels.
[[gnu::always_inline]] inline void pair_up(const wide_weights& upper, const wide_weights& lower,
                                           uint32_t* const (&to)[panel_channels]) {
    *to[0] = low_halves(upper.even, lower.even);
    *to[1] = low_halves(upper.odd, lower.odd);
    *to[2] = high_halves(upper.even, lower.even);
    *to[3] = high_halves(upper.odd, lower.odd);
}

inline void pair_weights(pair_channel* to, const int8_t* weights, int32_t outputs) {
    for (int32_t k = 0; k < 3; ++k, weights += outputs) {
        const wide_weights top(weights), middle(weights + 3 * outputs),
            bottom(weights + 6 * outputs);
        pair_up(top, middle, {&to[0].upper[k], &to[1].upper[k], &to[2].upper[k], &to[3].upper[k]});
        pair_up(middle, bottom,
                {&to[0].lower[k], &to[1].lower[k], &to[2].lower[k], &to[3].lower[k]});
    }
}

/// What sums of channels [first, first + 4) are rescaled by. Gives whether all scales are short.
template <finish_key Key>
inline bool set_scales(pair_channel* to, const epilogue<int8_t>& e, int32_t first) {
    const scale_reader<Key> scales(e, 9);
    bool is_short = true;
    for (int32_t c = 0; c < panel_channels; ++c) {
        const channel_scale scale = scales(first + c);
        to[c].bias = scale.bias;
        to[c].multiplier = scale.multiplier;
        to[c].constant = scale.constant;
        to[c].right = scale.right;
        is_short = is_short && arm_dsp_kernels::is_short<Key>(scale);
    }
    if (!is_short)
        for (int32_t c = 0; c < panel_channels; ++c) to[c].bias = 0;
    return is_short;
}

/// Sets the table of channels [first, first + 4). Gives whether all scales are short.
template <bool Sums, finish_key Key>
[[gnu::noinline]] inline bool set_channels(pair_channel* to,
                                           const depthwise_conv_layer<int8_t>& layer,
                                           int32_t first) {
    bool is_short = true;
    if constexpr (Sums)
        for (int32_t c = 0; c < panel_channels; ++c) to[c].bias = 0;
    else
        is_short = set_scales<Key>(to, layer.result, first);
    pair_weights(to, layer.weights.bytes + first, layer.channels_out);
    return is_short;
}

template <panel_key G>
[[gnu::always_inline]] inline row_pair_panel<G> row_pairs_of(
    const depthwise_conv_layer<int8_t>& layer, uint32_t* table, int32_t first) {
    const auto channels = reinterpret_cast<pair_channel*>(table);
    return {channels, set_channels<G.sums, G.finish>(channels, layer, first)};
}

/// `row_count` rows of the four channels, one or two, with any scales.
template <finish_key Key>
[[gnu::noinline]] inline void convolve_row_pairs_slowly(const ops::window& window,
                                                        const epilogue<int8_t>& e,
                                                        const row_pair_job& job, int32_t first,
                                                        int32_t width, int32_t row_count) {
    const scale_reader<Key> scales(e, 9);
    const int32_t next = window.stride_w * words_of_pair_column(window);
    for (int32_t c = 0; c < panel_channels; ++c) {
        const channel_scale scale = scales(first + c);
        const uint32_t* pixels = job.pixels + c * pairs_of_column(window);
        for (int32_t x = 0; x < width; ++x, pixels += next)
            for (int32_t row = 0; row < row_count; ++row)
                job.out[row * job.row_step + x * job.step + c] = finish_one<Key>(
                    e, first + c, scale, sum_row_pairs(job.channel[c], pixels, row, window));
    }
}

/// The first rows of the four channels.
template <panel_key G>
[[gnu::always_inline]] inline row_pair_job job_of(const row_pair_panel<G>& s, int32_t width,
                                                  int8_t* out, int32_t step) {
    const uint32_t* const pixels = s.pixels();
    return {.channel = s.channels,
            .out = out,
            .step = step,
            .row_step = width * step,
            .pairs_end = pixels + width / 2 * 2 * G.window.stride_w * s.column_words,
            .pixels = pixels,
            .row_out = out,
            .channel_end = s.channels + panel_channels,
            .is_odd = width & 1};
}

/// Makes all rows of channels [first, first + 4). For the least code, a last row is two in its
/// place.
template <panel_key G, class Out>
[[gnu::always_inline]] inline void convolve_channels(const depthwise_conv_layer<int8_t>& layer,
                                                     const row_pair_panel<G>& s,
                                                     const inside_columns& inside, int32_t first,
                                                     Out* out, int32_t step, int32_t row_count,
                                                     const row_window<int8_t>& in) {
    const row_pair_call call(layer, in, inside, (row_count - 1) * G.window.stride_h + 2);
    const row_pair_source source{call, call.origin(first), first};
    uint32_t* const to = s.pixels() + inside.left * s.column_words;
    row_pair_job job =
        job_of(s, layer.width_out, reinterpret_cast<int8_t*>(out), step * int32_t(sizeof(Out)));
    for (int32_t rest = row_count, top = 0; rest > 0; rest -= 2, top += 2 * G.window.stride_h) {
        source.template widen<row_pair_panel<G>::pairs>(to, top);
        if (G.compact && rest < 2) job.row_step = 0;
        if (!G.sums && !G.finish.short_scales && !s.is_short)
            convolve_row_pairs_slowly<G.finish>(s.window, layer.result, job, first, layer.width_out,
                                                rest < 2 ? 1 : 2);
        else if (!G.compact && rest < 2)
            run_row_pairs<G.sums, short_rescaling_of(G.finish), G.window, 1>(job);
        else
            run_row_pairs<G.sums, short_rescaling_of(G.finish), G.window, 2>(job);
        job.row_out = job.out += 2 * job.row_step;
    }
}

}  // namespace tigris::kernels::arm_dsp_kernels
