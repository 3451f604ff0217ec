// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Maximum and average over sliding windows in plain C++: blocks of neighboring channels at a time.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/arithmetic/average.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/contract/window_key.hpp>
#include <tigris/kernels/walks/taps.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct pool_layer {
    rescaling_t<T> result{};
    int32_t width_in = 0;
    int32_t width_out = 0;
    int32_t channels = 0;
    int16_t pad_left = 0;
    bool count_include_pad = false;
};

struct pool_key {
    window_key window{};                  // extents and steps, in pixels; no padding
    ops::pool_function function{};        // function of the elements under a window
    dtype in = dtype::f32;                // elements of the input
    dtype out = dtype::f32;               // elements of the output
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    int32_t channels = 0;                 // elements of a pixel; 0: the layer says
    int32_t out_pixel_stride = 0;         // elements; 0: pixels of the output are dense
    int8_t variant = unknown_variant;     // which loops serve the layer (contract/key.hpp)

    friend constexpr bool operator==(const pool_key&, const pool_key&) = default;
};

constexpr pool_key key_of(const ops::pool& op, const operands& t, rounding rounds) {
    return {.window = key_of(op.window),
            .function = op.function,
            .in = t.input(0).type,
            .out = t.output().type,
            .rounds = rounding_of(t, rounds),
            .channels = rows_of(t.input(0).dims).channels};
}

template <class T>
constexpr pool_layer<T> layer_of(const ops::pool& op, const operands& t, view<const constant>,
                                 rounding rounds) {
    const row_extents in = rows_of(t.input(0).dims);
    return {.result = rescaling_of<T>(op.clamp, t, rounds),
            .width_in = in.width,
            .width_out = rows_of(t.output().dims).width,
            .channels = in.channels,
            .pad_left = op.window.pad_left,
            .count_include_pad = op.count_include_pad};
}

/// Channels that are pooled side by side.
inline constexpr int32_t pool_block = 16;

constexpr bool is_mean(ops::pool_function f) { return f == ops::pool_function::mean; }
constexpr bool is_max(ops::pool_function f) { return f == ops::pool_function::max; }

/// The maximum of nothing.
template <class T>
inline constexpr T least = is_same<T, float> ? T(-__builtin_huge_valf())
                                             : T(lowest_of(dtype_of<T>));

template <pool_key G, class In>
constexpr void pool_tap(sum_of_elements_t<In>* results, const In* x, int32_t count) {
    for (int32_t j = 0; j < count; ++j)
        if constexpr (is_max(G.function))
            results[j] = x[j] > results[j] ? x[j] : results[j];
        else
            results[j] += x[j];
}

/// The element for a maximum, or for a sum over `count` taps.
template <pool_key G, class Out, class In>
constexpr Out pool_result(const pool_layer<In>& layer, sum_of_elements_t<In> result,
                          int32_t count) {
    if constexpr (is_same<In, float>) {
        const float value = is_max(G.function) ? result : count ? result / float(count) : 0;
        return clamped(value, layer.result);
    } else {
        return rescale<G.rounds, Out>(result, layer.result);
    }
}

/// What averages of codes over windows are compiled for.
struct window_average_key {
    ops::pool_function function{};        // average or mean, which are rounded differently
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    window_key window{};                  // extents and steps, in pixels; no padding

    friend constexpr bool operator==(const window_average_key&,
                                     const window_average_key&) = default;
};

constexpr window_average_key window_average_key_of(const pool_key& key) {
    return {.function = key.function, .rounds = key.rounds, .window = key.window};
}

/// Averages of codes over windows of which `inside` taps exist.
template <window_average_key G>
struct window_average {
    int32_t inside = 0;
    int32_t counted = 0;
    int32_t padding = 0;
    averaging<G.rounds, is_mean(G.function)> result;

    template <class In>
    constexpr window_average(const pool_layer<In>& layer, int32_t taps)
        : inside(taps),
          counted(layer.count_include_pad ? G.window.taps() : taps),
          padding((counted - inside) * layer.result.zero_point_in),
          result(counted ? counted : 1, layer.result) {}
    template <class Out>
    constexpr Out code(int32_t sum) const {
        return counted ? result.template code<Out>(sum + padding)
                       : encode<Out>(0, result.codes.codes);
    }
};

/// Channels [first, first + count) of the pixel whose window begins at `column`.
template <pool_key G, class In, class Out>
constexpr void pool_channels(const pool_layer<In>& layer, const In* const* taps, int32_t column,
                             tap_range inside, int32_t first, int32_t count, Out* out) {
    const int32_t channels = known_or(G.channels, layer.channels);
    sum_of_elements_t<In> results[pool_block]{};
    if constexpr (is_max(G.function))
        for (int32_t j = 0; j < count; ++j) results[j] = least<In>;
    int32_t existing = 0;
    for (int32_t i = 0; i < G.window.kernel_h; ++i) {
        if (!taps[i]) continue;
        existing += inside.count();
        for (int32_t k = inside.first; k < inside.last; ++k) {
            const In* x = taps[i] + ((column + k * G.window.dilation_w) * channels + first);
            if (count == pool_block)
                pool_tap<G>(results, x, pool_block);
            else
                pool_tap<G>(results, x, count);
        }
    }
    if constexpr (is_max(G.function) || is_same<In, float>) {
        const int32_t counted = layer.count_include_pad ? G.window.taps() : existing;
        for (int32_t j = 0; j < count; ++j)
            out[j] = pool_result<G, Out>(layer, results[j], counted);
    } else {
        const window_average<window_average_key_of(G)> average(layer, existing);
        for (int32_t j = 0; j < count; ++j)
            out[j] = average.template code<Out>(int32_t(results[j]));
    }
}

template <pool_key G, class In, class Out>
constexpr void pool_pixel(const pool_layer<In>& layer, const In* const* taps, int32_t column,
                          Out* out) {
    const int32_t channels = known_or(G.channels, layer.channels);
    const tap_range inside =
        taps_inside(column, layer.width_in, G.window.kernel_w, G.window.dilation_w);
    for (int32_t first = 0; first < channels; first += pool_block) {
        const int32_t rest = channels - first;
        pool_channels<G>(layer, taps, column, inside, first, rest < pool_block ? rest : pool_block,
                         out + first);
    }
}

template <pool_key G, class In, class Out>
[[gnu::noinline]] constexpr void rows(portable_tag, const pool_layer<In>& layer, Out* out,
                                      int32_t row_count, const row_window<In>& in) {
    const int32_t channels = known_or(G.channels, layer.channels);
    const int32_t step = pixel_step(G.out_pixel_stride, channels);
    for (int32_t y = 0; y < row_count; ++y) {
        const In* taps[G.window.kernel_h]{};
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            taps[i] = in(y * G.window.stride_h + i * G.window.dilation_h);
        for (int32_t x = 0; x < layer.width_out; ++x, out += step)
            pool_pixel<G>(layer, taps, x * G.window.stride_w - layer.pad_left, out);
    }
}

}  // namespace tigris::kernels
