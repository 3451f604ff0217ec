// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The tables of single_row_shape.hpp made by the compiler, to lie in flash.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/single_row_shape.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels {
namespace dsp {

/// Channels four by four, as convolve_single_row() takes them: the last four may overlap those
/// before.
template <int32_t Channels>
struct single_row_tables {
    static constexpr int32_t size = channels_in_tables(Channels);

    single_channel channels[size];
};

template <geometry Finish>
constexpr single_channel make_single_channel(const depthwise_conv_layer<int8_t>& layer,
                                             int32_t channel) {
    const int8_t* const w = layer.weights.bytes + channel;
    const int32_t n = layer.channels_out;
    const channel_scale scale = scale_reader<Finish>(layer.result, 9)(channel);
    return {.bias = scale.bias,
            .upper = {halves(w[0], w[3 * n]), halves(w[n], w[4 * n]), halves(w[2 * n], w[5 * n])},
            .lower = {halves(w[6 * n], w[7 * n]), halves(w[7 * n], w[8 * n])},
            .multiplier = scale.multiplier,
            .constant = scale.constant,
            .right = scale.right};
}

constexpr bool lacks_short_scales(const single_channel* four) {
    for (int32_t c = 0; c < strip_channels; ++c)
        if (four[c].right == 0) return true;
    return false;
}

/// Four channels of which one's scale is not short: sums begin at 0, and all say so.
constexpr void forget_scales(single_channel* four) {
    for (int32_t c = 0; c < strip_channels; ++c) four[c].bias = four[c].right = 0;
}

}  // namespace dsp

template <geometry G>
constexpr auto prepare_constants(arm_dsp_tag, const depthwise_conv_layer<int8_t>& layer) {
    dsp::single_row_tables<G.channels_out> tables{};
    const int32_t last = G.channels_out - dsp::strip_channels;
    for (int32_t c = 0; c < tables.size; ++c) {
        const int32_t first = c / dsp::strip_channels * dsp::strip_channels;
        tables.channels[c] = dsp::make_single_channel<dsp::finish_key(G)>(
            layer, (first < last ? first : last) + c % dsp::strip_channels);
    }
    for (int32_t c = 0; c < tables.size; c += dsp::strip_channels)
        if (dsp::lacks_short_scales(tables.channels + c)) dsp::forget_scales(tables.channels + c);
    return tables;
}

/// A record without the constants that tables stand for, which then take no flash.
template <geometry G>
constexpr depthwise_conv_layer<int8_t> without_prepared(arm_dsp_tag,
                                                        depthwise_conv_layer<int8_t> layer) {
    if (!G.short_scales) return layer;
    layer.weights = {};
    layer.result.bias = layer.result.multipliers = nullptr;
    layer.result.shifts = nullptr;
    return layer;
}

}  // namespace tigris::kernels
