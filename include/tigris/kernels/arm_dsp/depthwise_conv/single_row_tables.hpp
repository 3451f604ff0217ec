// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The tables of single_row_shape.hpp, made by a call or, to lie in flash, by the compiler.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_shape.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Channels four by four, as convolve_single_row() takes them: the last four may overlap those
/// before.
template <int32_t Channels>
struct single_row_tables {
    static constexpr int32_t size = channels_in_tables(Channels);

    single_channel channels[size];
};

/// Taken from shifts in tables of four channels of which one has no short scale. Such a table has
/// what finish() (kernels/arithmetic/epilogue.hpp) wants: the bias as the constant, and the shift.
inline constexpr int32_t beyond_shifts = 128;
/// Short scales shift by more than 0, or have factors of at most this (channel_scale.hpp).
inline constexpr int32_t largest_factor = -256;
constexpr bool has_short_scale(const single_channel& c) {
    return c.right > 0 || c.right <= largest_factor;
}

template <finish_key Key>
constexpr void set_any_scale(single_channel& to, const epilogue<int8_t>& e, int32_t channel) {
    const int32_t place = Key.per_channel ? channel : 0;
    to.bias = 0;
    to.multiplier = e.multipliers[place];
    to.constant = e.bias ? e.bias[channel] : 0;
    to.right = e.shifts[place] - beyond_shifts;
}

constexpr void set_scale(single_channel& to, const channel_scale& scale) {
    to.bias = scale.bias;
    to.multiplier = scale.multiplier;
    to.constant = scale.constant;
    to.right = scale.right;
}

/// Sets the scales of channels [first, first + 4). Returns whether all scales are short.
template <finish_key Key>
constexpr bool set_scales(single_channel* to, const epilogue<int8_t>& e, int32_t first) {
    const scale_reader<Key> scales(e, 9);
    bool are_short = true;
    for (int32_t c = 0; c < panel_channels; ++c) {
        set_scale(to[c], scales(first + c));
        are_short = are_short && has_short_scale(to[c]);
    }
    for (int32_t c = 0; !are_short && c < panel_channels; ++c)
        set_any_scale<Key>(to[c], e, first + c);
    return are_short;
}

constexpr void set_weights(single_channel& to, const int8_t* w, int32_t outputs) {
    for (int32_t k = 0; k < 3; ++k, w += outputs) to.upper[k] = halves(w[0], w[3 * outputs]);
    w += 3 * outputs;
    for (int32_t k = 0; k < 2; ++k, w += outputs) to.lower[k] = halves(w[0], w[outputs]);
}

/// Writes the tables of all channels of a layer: channels_in_tables() of them at `to`.
template <finish_key Key>
constexpr void make_tables(single_channel* to, const depthwise_conv_layer<int8_t>& layer) {
    const int32_t channels = layer.channels_out, last = channels - panel_channels;
    for (int32_t c = 0; c < channels; c += panel_channels) {
        const int32_t first = c < last ? c : last;
        for (int32_t i = 0; i < panel_channels; ++i)
            set_weights(to[c + i], layer.weights.bytes + first + i, channels);
        set_scales<Key>(to + c, layer.result, first);
    }
}

}  // namespace arm_dsp_kernels

template <depthwise_conv_key G>
    requires(G.channels_out > 0)
constexpr auto prepare_constants(arm_dsp_tag, const depthwise_conv_layer<int8_t>& layer) {
    arm_dsp_kernels::single_row_tables<G.channels_out> tables{};
    arm_dsp_kernels::make_tables<G.finish>(tables.channels, layer);
    return tables;
}

/// Writes a layer's tables for a blob: kernel_facts::prepared_bytes bytes at `to`.
template <finish_key Key>
constexpr void store_prepared(arm_dsp_tag, const depthwise_conv_layer<int8_t>& layer, void* to) {
    arm_dsp_kernels::make_tables<Key>(static_cast<arm_dsp_kernels::single_channel*>(to), layer);
}

/// A record without the constants that tables stand for, which then take no flash.
template <depthwise_conv_key G>
constexpr depthwise_conv_layer<int8_t> without_prepared(arm_dsp_tag,
                                                        depthwise_conv_layer<int8_t> layer) {
    layer.weights = {};
    layer.result.bias = layer.result.multipliers = nullptr;
    layer.result.shifts = nullptr;
    return layer;
}

}  // namespace tigris::kernels
