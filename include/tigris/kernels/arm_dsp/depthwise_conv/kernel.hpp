// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes, four channels after four.

#include <stdint.h>
#include <tigris/kernels/arm_dsp/depthwise_conv/convolve_panels.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/convolve_row_pairs.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/convolve_single_row.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_key.hpp>
#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/contract/key.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Channels [first, first + 4), as the window wants them.
template <panel_key G>
[[gnu::always_inline]] inline auto panel_for(const depthwise_conv_layer<int8_t>& layer,
                                             uint32_t* table, int32_t first) {
    if constexpr (pairs_rows(window_of(G.window)))
        return row_pairs_of<G>(layer, table, first);
    else
        return panel_of<G>(layer, table, first);
}

/// Brings the codes of `row_count` rows between their bounds.
inline void limit_rows(const depthwise_conv_layer<int8_t>& layer, int8_t* out, int32_t step,
                       int32_t row_count) {
    if (!is_limited(layer.result.codes)) return;
    const int32_t pixels = row_count * layer.width_out;
    for (int32_t c = 0; c < layer.channels_out; ++c)
        limit_codes(layer.result.codes, out + c, pixels, step);
}

/// Four channels after four; the last four overlap those before if channels are left over.
template <panel_key G, class Out>
[[gnu::noinline]] inline void convolve_panels(const depthwise_conv_layer<int8_t>& layer,
                                              void* scratch, Out* out, int32_t step,
                                              int32_t row_count, const row_window<int8_t>& in) {
    using panel_type = decltype(panel_for<G>(layer, nullptr, 0));
    uint32_t* const table = first_word<uint32_t>(scratch);
    const inside_columns inside = columns_inside(panel_type::window, layer);
    const int32_t last = layer.channels_out - panel_channels;
    pad_columns(panel_type::window, layer, table + panel_type::table_words, inside,
                panel_type::column_words);
    for (int32_t c = 0; c < last + panel_channels; c += panel_channels) {
        const int32_t first = c < last ? c : last;
        convolve_channels(layer, panel_for<G>(layer, table, first), inside, first, out + first,
                          step, row_count, in);
    }
    if constexpr (!G.sums) limit_rows(layer, out, step, row_count);
}

/// Makes one row of the output.
template <panel_key G>
[[gnu::noinline]] inline void convolve_row(const depthwise_conv_layer<int8_t>& layer, void* scratch,
                                           const void* prepared, int8_t* out, int32_t step,
                                           const row_window<int8_t>& in) {
    convolve_single_row<G>(layer, scratch, static_cast<const single_channel*>(prepared), out, step,
                           in);
    limit_rows(layer, out, step, 1);
}

/// For the least code there is no form for one row; whoever prepared constants wants no other.
template <depthwise_conv_key G>
[[gnu::always_inline]] inline void convolve(const depthwise_conv_layer<int8_t>& layer,
                                            const arm_dsp_tag& tag, int8_t* out, int32_t step,
                                            int32_t row_count, const row_window<int8_t>& in) {
    if constexpr (!G.compact && pairs_rows(window_of(G.window)))
        if (G.prepared || row_count == 1)
            return convolve_row<single_row_key_of(G)>(layer, tag.scratch, tag.prepared, out, step,
                                                      in);
    convolve_panels<panel_key_of(G)>(layer, tag.scratch, out, step, row_count, in);
}

}  // namespace arm_dsp_kernels

/// Whether panels are filled.
template <depthwise_conv_key G>
    requires(arm_dsp_kernels::multiplies_panels(G.in, G.out))
[[gnu::always_inline]] constexpr int8_t variant_of(const arm_dsp_tag&,
                                                   const depthwise_conv_layer<int8_t>& layer) {
    return arm_dsp_kernels::fill_panels(known_or(G.channels_in, layer.channels_in),
                                        known_or(G.channels_out, layer.channels_out))
               ? first_variant
               : portable_variant;
}

constexpr bool has_short_scales(arm_dsp_tag, const ops::depthwise_conv& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    return !arm_dsp_kernels::multiplies_panels(t.input(0).type, t.output().type) ||
           by_channel::has_short_scales(op, t, constants, rounds);
}

template <depthwise_conv_key G>
    requires(arm_dsp_kernels::multiplies_panels(G.in, G.out) &&
             (G.channels_in == 0 || arm_dsp_kernels::fill_panels(G.channels_in, G.channels_out)))
[[gnu::always_inline]] inline void rows(arm_dsp_tag tag, const depthwise_conv_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    if (variant_for<G>(tag, layer) == first_variant)
        arm_dsp_kernels::convolve<G>(
            layer, tag, out, pixel_step(G.out_pixel_stride, layer.channels_out), row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

/// Sums.
template <depthwise_conv_key G>
    requires(arm_dsp_kernels::multiplies_panels(G.in, G.out) &&
             (G.channels_in == 0 || arm_dsp_kernels::fill_panels(G.channels_in, G.channels_out)))
[[gnu::always_inline]] inline void rows(arm_dsp_tag tag, const depthwise_conv_layer<int8_t>& layer,
                                        int32_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    if (variant_for<G>(tag, layer) == first_variant)
        arm_dsp_kernels::convolve_panels<arm_dsp_kernels::panel_key_of(G)>(
            layer, tag.scratch, out, pixel_step(G.out_pixel_stride, layer.channels_out), row_count,
            in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
