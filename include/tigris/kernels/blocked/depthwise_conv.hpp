// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution in plain C++: four channels at a time in registers, where the window lies
// inside the image.

#include <tigris/kernels/blocked/block_shape.hpp>
#include <tigris/kernels/blocked/finish_four.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/walks/pixels_inside.hpp>

namespace tigris::kernels {
namespace blocked_kernels {

/// The rows under some rows of the output, null where they are padding.
template <depthwise_conv_key G, class T>
struct row_taps {
    static constexpr int32_t most = G.window.kernel_h < 24 ? 24 / G.window.kernel_h : 1;

    int32_t count;
    pixel_range inside[most];
    const activation_t<T>* rows[most][G.window.kernel_h];

    /// Finds the taps of at most `rest` output rows, from row `first` of a call on.
    row_taps(const depthwise_conv_layer<T>& layer, const row_window<activation_t<T>>& in,
             int32_t first, int32_t rest)
        : count(rest < most ? rest : most) {
        const pixel_range all = pixels_inside<G.window>(layer);
        for (int32_t y = 0; y < count; ++y)
            inside[y] = find_rows(y, in, (first + y) * G.window.stride_h) ? all : pixel_range{};
    }

private:
    /// Finds the rows under output row y, from row `top` on. Returns whether none of them is
    /// padding.
    bool find_rows(int32_t y, const row_window<activation_t<T>>& in, int32_t top) {
        bool exist = true;
        for (int32_t i = 0; i < G.window.kernel_h; ++i) {
            rows[y][i] = in(top + i * G.window.dilation_h);
            exist = exist && rows[y][i];
        }
        return exist;
    }
};

/// N channels of the rows under a row of the output, and their weights.
template <depthwise_conv_key G, int N, class T>
struct channel_taps {
    using element = activation_t<T>;
    using weights = constant_pointer<weight_t<T>>;

    const depthwise_conv_layer<T>& layer;
    const element* const* rows;
    int32_t channels;
    int32_t c;

    /// The window begins at a column inside the image, and ends there.
    [[gnu::always_inline]] void add_inside(int32_t column, accumulator_t<T> (&sums)[4]) const {
        weights w = layer.weights + c;
        const int32_t place = column * channels + c;
#pragma GCC unroll 1
        for (int32_t i = 0; i < G.window.kernel_h; ++i) {
            const element* x = rows[i] + place;
#pragma GCC unroll 1
            for (int32_t k = 0; k < G.window.kernel_w; ++k) {
                add(sums, x, w);
                x += G.window.dilation_w * channels;
                w = w + channels;
            }
        }
    }
    [[gnu::noinline]] void add_at_edge(int32_t column, accumulator_t<T> (&sums)[4]) const {
        weights w = layer.weights + c;
        for (int32_t i = 0; i < G.window.kernel_h; ++i) {
            int32_t at = column;
            for (int32_t k = 0; k < G.window.kernel_w;
                 ++k, at += G.window.dilation_w, w = w + channels)
                if (rows[i] && uint32_t(at) < uint32_t(layer.width_in))
                    add(sums, rows[i] + at * channels + c, w);
                else if (!is_same<element, float>)
                    add_padding(sums, w);
        }
    }

private:
    [[gnu::always_inline]] static void add(accumulator_t<T> (&sums)[4], const element* x,
                                           weights w) {
        using sum = accumulator_t<T>;
#pragma GCC unroll 4
        for (int j = 0; j < N; ++j) sums[j] += sum(x[j]) * sum(w[j]);
    }
    [[gnu::always_inline]] void add_padding(accumulator_t<T> (&sums)[4], weights w) const {
        using sum = accumulator_t<T>;
#pragma GCC unroll 4
        for (int j = 0; j < N; ++j) sums[j] += padding_of(layer.result) * sum(w[j]);
    }
};

/// N channels from `c` on of a row.
template <depthwise_conv_key G, bool IsShort, int N, class T, class Out>
[[gnu::always_inline]] inline void multiply_row(
    const finisher<G.finish, activation_t<T>, Out>& result, const channel_taps<G, N, T>& taps,
    const pixel_range& inside, Out* out, int32_t step) {
    int32_t column = -taps.layer.pad_left;
    for (int32_t x = 0; x < taps.layer.width_out; ++x, column += G.window.stride_w, out += step) {
        accumulator_t<T> sums[4]{result.starts[0], result.starts[1], result.starts[2],
                                 result.starts[3]};
        if (inside.holds(x))
            taps.add_inside(column, sums);
        else
            taps.add_at_edge(column, sums);
        result.template finish<IsShort>(sums, out);
    }
}

/// N channels from `c` on of some rows.
template <depthwise_conv_key G, int N, class T, class Out>
[[gnu::noinline]] inline void multiply_channels(const depthwise_conv_layer<T>& layer, int32_t c,
                                                const row_taps<G, T>& under, Out* out,
                                                int32_t step) {
    const finisher<G.finish, activation_t<T>, Out> result(layer.result, c, N, G.window.taps());
    channel_taps<G, N, T> taps{layer, nullptr, known_or(G.channels_in, layer.channels_in), c};
    for (int32_t y = 0; y < under.count; ++y, out += layer.width_out * step) {
        taps.rows = under.rows[y];
        if (N == 4 && result.is_short)
            multiply_row<G, true>(result, taps, under.inside[y], out, step);
        else
            multiply_row<G, false>(result, taps, under.inside[y], out, step);
    }
}

}  // namespace blocked_kernels

/// One output for each channel.
template <depthwise_conv_key G, class T>
    requires(blocked_kernels::multiplies<T>(G.in, G.out))
[[gnu::always_inline]] constexpr int8_t variant_of(const blocked_kernels::tag_for<T>&,
                                                   const depthwise_conv_layer<T>& layer) {
    return layer.channels_in == layer.channels_out ? first_variant : portable_variant;
}

template <depthwise_conv_key G, class T, class Out>
    requires(blocked_kernels::multiplies<T>(G.in, G.out))
[[gnu::noinline]] inline void rows(const blocked_kernels::tag_for<T>& tag,
                                   const depthwise_conv_layer<T>& layer, Out* out,
                                   int32_t row_count, const row_window<activation_t<T>>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t step = pixel_step(G.out_pixel_stride, channels);
    if (variant_for<G>(tag, layer) == portable_variant)
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    for (int32_t y = 0; y < row_count;) {
        const blocked_kernels::row_taps<G, T> under(layer, in, y, row_count - y);
        int32_t c = 0;
        for (; c + 4 <= channels; c += 4)
            blocked_kernels::multiply_channels<G, 4>(layer, c, under, out + c, step);
        for (; c < channels; ++c)
            blocked_kernels::multiply_channels<G, 1>(layer, c, under, out + c, step);
        y += under.count;
        out += under.count * layer.width_out * step;
    }
}

}  // namespace tigris::kernels
