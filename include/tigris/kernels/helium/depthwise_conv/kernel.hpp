// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes. Either eight channels at a time are laid out so that one
// instruction multiplies a window: three rows as a panel, or, for windows that are not 3x3, a few
// rows as planes. Or sixteen channels are multiplied in place.

#include <tigris/kernels/blocked/depthwise_conv.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/helium/depthwise_conv/convolve_planes.hpp>
#include <tigris/kernels/helium/depthwise_conv/depthwise_key.hpp>
#include <tigris/kernels/helium/depthwise_conv/laid_columns.hpp>
#include <tigris/kernels/helium/depthwise_conv/panel_rows.hpp>
#include <tigris/kernels/helium/depthwise_conv/sixteens_rows.hpp>
#include <tigris/kernels/helium/depthwise_conv/sixteens_scales.hpp>
#include <tigris/kernels/helium/depthwise_conv/sum_channels.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/walks/rows_in_place.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// The planes of some channels of a layer.
template <depthwise_key G>
struct channel_planes {
    static constexpr plane_shape known = plane_shape_of(window_of(G.window), 1, 8);
    static constexpr int32_t vectors = known.vectors, rows = known.rows;

    const depthwise_conv_layer<int8_t>& layer;
    plane_shape shape;
    int8_t* planes;
    int8_t* weights;
    int32_t left = 0;     // columns that are left of the image
    int32_t skipped = 0;  // columns of the image that are left of the planes
    int32_t inside = 0;   // columns that lie in the image

    channel_planes(const depthwise_conv_layer<int8_t>& l, void* scratch)
        : layer(l),
          shape(plane_shape_of(window_of(G.window), l.width_out, l.channels_out)),
          planes(static_cast<int8_t*>(scratch)),
          weights(planes + plane_bytes(shape)) {
        const laid_columns columns = laid_columns_of<G.window>(l);
        left = columns.left;
        skipped = columns.skipped;
        inside = columns.inside;
    }

    /// Fills all of the planes with padding, which only columns beside the image keep.
    void pad() const {
        fill_bytes(planes, all_bytes(layer.result.zero_point_in), plane_bytes(shape));
    }
    /// Weights of channels [first, first + count) where the taps of their windows are.
    [[gnu::noinline]] void lay_weights(int32_t first, int32_t count) const {
        fill_bytes(weights, bytes{}, shape.channels * 16 * vectors);
        const int8_t* from = layer.weights.bytes + first;
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            for (int32_t k = 0; k < G.window.kernel_w; ++k, from += layer.channels_out)
                lay_column(from, weights + k * G.window.dilation_w * rows + i,
                           eight_places(16 * vectors), 8 * 16 * vectors, count);
    }
    /// `count` channels to planes whose `places` are those of the first eight; eight more lie
    /// `behind` them.
    [[gnu::always_inline]] static void lay_column(const int8_t* from, int8_t* to, halves places,
                                                  int32_t behind, int32_t count) {
        for (; count > 8; count -= 8, from += 8, to += behind)
            scatter_lowest(to, places, widen_8(from));
        scatter_lowest(to, places, widen_first_8(from, count));
    }
    [[gnu::noinline]] void lay_some(const int8_t* from, int8_t* to, halves places,
                                    int32_t count) const {
        for (int32_t x = inside; x > 0; --x, to += rows, from += layer.channels_in)
            lay_column(from, to, places, 8 * shape.bytes, count);
    }
    [[gnu::noinline]] void lay_padding(int8_t* to, halves places) const {
        const halves padding = all_halves(layer.result.zero_point_in);
        for (int32_t x = inside; x > 0; --x, to += rows) {
            scatter_lowest(to, places, padding);
            if (shape.channels > 8) scatter_lowest(to + 8 * shape.bytes, places, padding);
        }
    }
    /// The rows under output rows [y, y + row_count) of channels [first, first + count).
    [[gnu::noinline]] void lay_rows(int32_t y, int32_t row_count, int32_t first, int32_t count,
                                    const row_window<int8_t>& in) const {
        const halves places = eight_places(shape.bytes);
        const halves behind = places + all_halves(8 * shape.bytes);
        const int32_t needed = G.window.kernel_h + (row_count - 1) * G.window.stride_h;
        const int32_t place = skipped * layer.channels_in + first, apart = layer.channels_in;
        const bool is_some = count != shape.channels;
        int8_t* to = planes + left * rows;
        for (int32_t r = 0; r < needed; ++r, ++to) {
            const int8_t* row = in(y * G.window.stride_h + r * G.window.dilation_h);
            if (!row)
                lay_padding(to, places);
            else if (is_some)
                lay_some(row + place, to, places, count);
            else if (count == 8)
                scatter_columns(row + place, apart, to, rows, places, inside);
            else
                scatter_columns(row + place, apart, to, rows, places, behind, inside);
        }
    }
};

/// What is the same for all rows of channels [first, first + count), at most four, from plane
/// `plane` on.
template <depthwise_key G>
[[gnu::noinline]] inline void set_channels(plane_job& job, const channel_planes<G>& p,
                                           int32_t plane, int32_t first, int32_t count,
                                           int32_t step) {
    const epilogue<int8_t>& e = p.layer.result;
    const lane_scales scales = scales_of<G.finish>(e, first, count);
    job.apart = p.shape.bytes;
    job.step = step;
    job.zero_point = e.codes.zero_point;
    job.width = p.layer.width_out;
    job.weights = p.weights + plane * 16 * p.vectors;
    job.below = G.window.stride_h;
    job.down = job.below - job.width * G.window.stride_w * p.rows;
    job.next = nullptr;
    job.bias = scales.bias;
    job.multipliers = scales.multipliers;
    job.shifts = scales.shifts;
    job.count = count;
    job.right = G.window.stride_w * p.rows;
    job.vectors = p.vectors;
    job.is_short = are_short<G.finish>(scales);
}

/// The rows that the planes were laid for, of channels from `first` on.
template <depthwise_key G>
[[gnu::always_inline]] inline void run_planes(plane_job& job, const epilogue<int8_t>& e,
                                              int32_t first) {
    constexpr int32_t vectors = channel_planes<G>::vectors;
    constexpr int32_t right = G.window.stride_w * channel_planes<G>::rows;
    if (!G.finish.short_scales && !job.is_short)
        for_each_pixel(job, [&](words sums, int8_t* to) {
            finish_slowly<G.finish>(e, first, job.count, sums, to);
        });
    else if (job.count == 4)
        run_windows<G.finish.rounds, true, vectors, right>(job);
    else
        run_windows<G.finish.rounds, false, vectors, right>(job);
}

/// Channels [first, first + count), for which there are planes.
template <depthwise_key G>
[[gnu::noinline]] inline void convolve_some(const channel_planes<G>& planes, int32_t first,
                                            int32_t count, int8_t* out, int32_t step,
                                            int32_t row_count, const row_window<int8_t>& in) {
    const int32_t at_once = planes.shape.rows_at_once;
    plane_job jobs[4];
    bool are_alike = count % 4 == 0;
    for (int32_t c = 0; c < count; c += 4) {
        plane_job& job = jobs[c / 4];
        set_channels(job, planes, c, first + c, count - c < 4 ? count - c : 4, step);
        job.planes = planes.planes + c * planes.shape.bytes;
        job.out = out + c;
        are_alike = are_alike && job.is_short;
    }
    if (are_alike)
        for (int32_t c = 4; c < count; c += 4) jobs[c / 4 - 1].next = &jobs[c / 4];
    planes.lay_weights(first, count);
    for (int32_t y = 0; y < row_count; y += at_once) {
        const int32_t rows = row_count - y < at_once ? row_count - y : at_once;
        planes.lay_rows(y, rows, first, count, in);
        for (int32_t c = 0; c < count; c += 4) jobs[c / 4].rows = rows;
        for (int32_t c = 0; c < (are_alike ? 4 : count); c += 4)
            run_planes<G>(jobs[c / 4], planes.layer.result, first + c);
    }
}

/// Makes all channels, some after the other.
template <depthwise_key G>
[[gnu::noinline]] inline void convolve_planes(const depthwise_conv_layer<int8_t>& layer,
                                              void* scratch, int8_t* out, int32_t step,
                                              int32_t row_count, const row_window<int8_t>& in) {
    const channel_planes<G> planes(layer, scratch);
    const int32_t channels = layer.channels_out, at_once = planes.shape.channels;
    planes.pad();
    for (int32_t first = 0; first < channels; first += at_once) {
        const int32_t rest = channels - first;
        convolve_some(planes, first, rest < at_once ? rest : at_once, out + first, step, row_count,
                      in);
    }
    if (is_limited(layer.result.codes))
        limit_codes(layer.result.codes, out, channels, row_count * layer.width_out, step);
}

}  // namespace helium_kernels

/// By sixteens, or whether panels or planes are filled.
template <depthwise_conv_key G>
    requires(helium_kernels::has_planes(G.in, G.out))
[[gnu::always_inline]] constexpr int8_t variant_of(const helium_tag&,
                                                   const depthwise_conv_layer<int8_t>& layer) {
    using namespace helium_kernels;
    if (G.weights == weight_order::helium_sixteens) return first_variant;
    const int32_t channels_in = known_or(G.channels_in, layer.channels_in);
    const int32_t channels = known_or(G.channels_out, layer.channels_out);
    const ops::window w = window_of(G.window);
    const bool fit = has_panels(w) ? fit_panels(channels_in, channels)
                                   : fit_planes(plane_shape_of(w, layer.width_out, channels),
                                                channels_in, channels);
    return fit ? first_variant : portable_variant;
}

template <depthwise_conv_key G>
    requires(helium_kernels::has_planes(G.in, G.out) &&
             (G.channels_in == 0 || G.channels_in == G.channels_out))
[[gnu::always_inline]] inline void rows(helium_tag tag, const depthwise_conv_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    constexpr helium_kernels::depthwise_key key = helium_kernels::depthwise_key_of(G);
    const int32_t step =
        pixel_step(G.out_pixel_stride, known_or(G.channels_out, layer.channels_out));
    if constexpr (G.weights == weight_order::helium_sixteens)
        return helium_kernels::convolve_sixteens<helium_kernels::sixteens_key_of(G)>(
            layer, tag.scratch, tag.prepared, out, step, row_count, in);
    constexpr bool by_panels = helium_kernels::has_panels(window_of(G.window));
    constexpr bool reaches = !by_panels || helium_kernels::reach_pixels(G.out_pixel_stride);
    if (!reaches || variant_for<G>(tag, layer) == portable_variant)
        rows<G>(portable_tag{}, layer, out, row_count, in);
    else if constexpr (by_panels)
        helium_kernels::convolve_panels<key>(layer, tag.scratch, out, step, row_count, in);
    else
        helium_kernels::convolve_planes<key>(layer, tag.scratch, out, step, row_count, in);
}

/// Sums, of images without padding by fours, else in plain C++.
template <depthwise_conv_key G>
    requires(G.in == dtype::i8 && G.out == dtype::i32)
inline void rows(helium_tag, const depthwise_conv_layer<int8_t>& layer, int32_t* out,
                 int32_t row_count, const row_window<int8_t>& in) {
    if (helium_kernels::sum_by_fours(layer.channels_in, layer.channels_out) &&
        is_without_padding<G.window>(layer, in, row_count))
        helium_kernels::sum_channels<G.window>(
            layer, out, pixel_step(G.out_pixel_stride, layer.channels_out), row_count, in);
    else
        rows<G>(blocked_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
