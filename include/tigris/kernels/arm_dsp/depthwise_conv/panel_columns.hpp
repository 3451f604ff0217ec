// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which columns of a panel lie in the image, and what the others hold.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_shape.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Two channels of a padded pixel.
inline uint32_t padding_word(const depthwise_conv_layer<int8_t>& layer) {
    return halves(layer.result.zero_point_in, layer.result.zero_point_in);
}

/// Columns of a panel that lie in the image, and those of the image that they are.
struct inside_columns {
    int32_t left;
    int32_t first;
    int32_t count;
};

inline inside_columns columns_inside(const ops::window& window,
                                     const depthwise_conv_layer<int8_t>& layer) {
    const int32_t columns = columns_of_panel(window, layer.width_out);
    const int32_t first = layer.pad_left < 0 ? -layer.pad_left : 0;
    const int32_t padded = layer.pad_left + first, left = padded < columns ? padded : columns;
    const int32_t exist = layer.width_in - first, rest = columns - left;
    return {left, first, exist < rest ? exist : rest};
}

/// The columns on both sides, `words` each, which are the same for all channels and rows.
inline void pad_columns(const ops::window& window, const depthwise_conv_layer<int8_t>& layer,
                        uint32_t* pixels, const inside_columns& inside, int32_t words) {
    const int32_t columns = columns_of_panel(window, layer.width_out);
    const uint32_t padding = padding_word(layer);
    const int32_t behind = (inside.left + inside.count) * words;
    for (int32_t i = 0; i < inside.left * words; ++i) pixels[i] = padding;
    for (int32_t i = behind; i < columns * words; ++i) pixels[i] = padding;
}

}  // namespace tigris::kernels::arm_dsp_kernels
