// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes: eight channels of a few rows at a time are laid out as planes, so
// that one instruction multiplies a window.

#include <tigris/kernels/helium/convolve_planes.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels {
namespace mve {

constexpr ops::window window_of(const geometry& g) {
    return {.kernel_h = g.kernel_h,
            .kernel_w = g.kernel_w,
            .stride_h = g.stride_h,
            .stride_w = g.stride_w,
            .dilation_h = g.dilation_h,
            .dilation_w = g.dilation_w};
}

/// The fields that planes are compiled for.
constexpr geometry plane_key(const geometry& g) { return with_window(finish_key(g), window_of(g)); }

/// Eight channels of a layer, or fewer.
template <geometry G>
struct channel_planes {
    static constexpr plane_shape one = plane_shape_of(window_of(G), 1);
    static constexpr int32_t vectors = one.vectors, rows = one.rows;

    const depthwise_conv_layer<int8_t>& layer;
    plane_shape shape;
    int8_t* planes;
    int8_t* weights;

    channel_planes(const depthwise_conv_layer<int8_t>& l, void* scratch)
        : layer(l),
          shape(plane_shape_of(window_of(G), l.width_out)),
          planes(static_cast<int8_t*>(scratch)),
          weights(planes + plane_bytes(shape)) {}

    int32_t columns() const {
        return (layer.width_out - 1) * G.stride_w + (G.kernel_w - 1) * G.dilation_w + 1;
    }
    /// Columns of the planes that are left of the image, and those that lie in it.
    int32_t left() const {
        const int32_t all = columns(), pad = layer.pad_left > 0 ? layer.pad_left : 0;
        return pad < all ? pad : all;
    }
    int32_t skipped() const { return layer.pad_left < 0 ? -layer.pad_left : 0; }
    int32_t inside() const {
        const int32_t rest = columns() - left(), exist = layer.width_in - skipped();
        return exist < rest ? exist : rest;
    }

    static halves places(int32_t apart) {
        halves at{};
        for (int32_t i = 0; i < plane_channels; ++i) at[i] = int16_t(i * apart);
        return at;
    }
    static halves load_some(const int8_t* from, int32_t count) {
        return count < plane_channels ? widen_first_8(from, count) : widen_8(from);
    }

    /// All of the planes, which only columns beside the image keep.
    void pad() const {
        fill_bytes(planes, all_bytes(layer.result.zero_point_in), plane_bytes(shape));
    }
    /// Weights of channels [first, first + count) where the taps of their windows are.
    [[gnu::noinline]] void lay_weights(int32_t first, int32_t count) const {
        fill_bytes(weights, bytes{}, plane_channels * 16 * vectors);
        const halves at = places(16 * vectors);
        const int8_t* from = layer.weights.bytes + first;
        for (int32_t i = 0; i < G.kernel_h; ++i)
            for (int32_t k = 0; k < G.kernel_w; ++k, from += layer.channels_out)
                scatter_lowest(weights + k * G.dilation_w * rows + i, at, load_some(from, count));
    }
    /// Row `r` of the planes from a row of the image; null is padding.
    [[gnu::always_inline]] void lay_row(int32_t r, const int8_t* row, int32_t first, int32_t count,
                                        halves at, int32_t columns_left,
                                        int32_t columns_inside) const {
        int8_t* to = planes + r + columns_left * rows;
        if (!row) return lay_padding(to, at, columns_inside);
        const int8_t* from = row + skipped() * layer.channels_in + first;
        if (count < plane_channels)
            for (int32_t x = columns_inside; x > 0; --x, to += rows, from += layer.channels_in)
                scatter_lowest(to, at, widen_first_8(from, count));
        else
            for (int32_t x = columns_inside; x > 0; --x, to += rows, from += layer.channels_in)
                scatter_lowest(to, at, widen_8(from));
    }
    [[gnu::noinline]] void lay_padding(int8_t* to, halves at, int32_t count) const {
        const halves padding = all_halves(layer.result.zero_point_in);
        for (; count > 0; --count, to += rows) scatter_lowest(to, at, padding);
    }
    /// The rows under output rows [y, y + row_count).
    [[gnu::noinline]] void lay_rows(int32_t y, int32_t row_count, int32_t first, int32_t count,
                                    const row_window<int8_t>& in) const {
        const halves at = places(shape.bytes);
        const int32_t columns_left = left(), columns_inside = inside();
        const int32_t needed = G.kernel_h + (row_count - 1) * G.stride_h;
        for (int32_t r = 0; r < needed; ++r)
            lay_row(r, in(y * G.stride_h + r * G.dilation_h), first, count, at, columns_left,
                    columns_inside);
    }
};

/// Channels [first, first + count), at most four, of `row_count` rows.
template <geometry G>
[[gnu::noinline]] inline void convolve_four(const channel_planes<G>& p, int32_t plane,
                                            int32_t first, int32_t count, int32_t row_count,
                                            int8_t* out, int32_t step) {
    const epilogue<int8_t>& e = p.layer.result;
    const lane_scales scales = scales_of<finish_key(G)>(e, first, count);
    plane_job job;
    job.planes = p.planes + plane * p.shape.bytes;
    job.apart = p.shape.bytes;
    job.out = out + first;
    job.step = step;
    job.zero_point = e.codes.zero_point;
    job.width = p.layer.width_out;
    job.weights = p.weights + plane * 16 * p.vectors;
    job.below = G.stride_h;
    job.bias = scales.bias;
    job.multipliers = scales.multipliers;
    job.shifts = scales.shifts;
    job.rows = row_count;
    job.count = count;
    job.right = G.stride_w * p.rows;
    job.vectors = p.vectors;
    if (!are_short(scales))
        for_each_pixel(job, [&](words sums, int8_t* to) {
            finish_slowly<finish_key(G)>(e, first, count, sums, to);
        });
    else if (count == 4)
        run_windows<G.rounds, true, p.vectors, G.stride_w * p.rows>(job);
    else
        run_windows<G.rounds, false, p.vectors, G.stride_w * p.rows>(job);
}

/// Eight channels after eight.
template <geometry G>
[[gnu::noinline]] inline void convolve_planes(const depthwise_conv_layer<int8_t>& layer,
                                              void* scratch, int8_t* out, int32_t step,
                                              int32_t row_count, const row_window<int8_t>& in) {
    const channel_planes<G> planes(layer, scratch);
    const int32_t channels = layer.channels_out, at_once = planes.shape.rows_at_once;
    planes.pad();
    for (int32_t first = 0; first < channels; first += plane_channels) {
        const int32_t rest = channels - first;
        const int32_t count = rest < plane_channels ? rest : plane_channels;
        planes.lay_weights(first, count);
        int8_t* to = out;
        for (int32_t y = 0; y < row_count; y += at_once, to += at_once * layer.width_out * step) {
            const int32_t rows = row_count - y < at_once ? row_count - y : at_once;
            planes.lay_rows(y, rows, first, count, in);
            for (int32_t c = 0; c < count; c += 4)
                convolve_four(planes, c, first + c, count - c < 4 ? count - c : 4, rows, to, step);
        }
    }
    if (is_limited(layer.result.codes))
        limit_codes(layer.result.codes, out, channels, row_count * layer.width_out, step);
}

}  // namespace mve

template <geometry G>
    requires(mve::has_planes(G.in, G.out))
[[gnu::always_inline]] inline void rows(helium_tag tag, const depthwise_conv_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    const mve::plane_shape shape = mve::plane_shape_of(mve::window_of(G), layer.width_out);
    if (mve::fit_planes(shape, layer.channels_in, layer.channels_out))
        mve::convolve_planes<mve::plane_key(G)>(layer, tag.scratch, out,
                                                pixel_step(G, layer.channels_out), row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
