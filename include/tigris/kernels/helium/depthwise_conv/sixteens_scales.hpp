// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What store_scales() (sixteens_rows.hpp) lays in working memory, made by the compiler, to lie in
// flash.

#include <tigris/kernels/helium/depthwise_conv/convolve_sixteens.hpp>
#include <tigris/kernels/helium/depthwise_conv/weights_of_sixteen.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// Writes the scales of all channels of a layer to `prepared`, behind whether all are short.
template <finish_key Key>
constexpr void make_scales(int32_t* prepared, const epilogue<int8_t>& e, int32_t channels) {
    prepared[0] = true;
    for (int32_t c = 0; c < channels; ++c) {
        const int32_t place = Key.per_channel ? c : 0;
        int32_t* const to = prepared + 1 + place_of_scale(c);
        to[0] = e.bias ? e.bias[c] : 0;
        to[4] = e.multipliers[place];
        to[8] = e.shifts[place] + shifts_of_product<Key.rounds>;
        if (to[8] >= 0) prepared[0] = false;
    }
}

}  // namespace helium_kernels

template <depthwise_conv_key G>
    requires(G.channels_out > 0)
constexpr auto prepare_constants(helium_tag, const depthwise_conv_layer<int8_t>& layer) {
    sized_array<int32_t, 1 + helium_kernels::words_of_scale * G.channels_out> prepared{};
    helium_kernels::make_scales<G.finish>(prepared.items, layer.result, G.channels_out);
    return prepared;
}

/// Writes a layer's scales for a blob: kernel_facts::prepared_bytes bytes at `to`.
template <finish_key Key>
constexpr void store_prepared(helium_tag, const depthwise_conv_layer<int8_t>& layer, void* to) {
    helium_kernels::make_scales<Key>(static_cast<int32_t*>(to), layer.result, layer.channels_out);
}

/// A record without the constants that these scales stand for, which then take no flash.
template <depthwise_conv_key G>
constexpr depthwise_conv_layer<int8_t> without_prepared(helium_tag,
                                                        depthwise_conv_layer<int8_t> layer) {
    layer.result.bias = layer.result.multipliers = nullptr;
    layer.result.shifts = nullptr;
    return layer;
}

}  // namespace tigris::kernels
