// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average of all pixels of an image in plain C++: rows are added as they come.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/arithmetic/average.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `of_pixel`: what tflite rescales sums by, divided while compiling, because divisions of 64 bits
/// are functions of several hundred bytes.
template <class T>
struct global_average_pool_layer {
    rescaling_t<T> result{};
    fixed_multiplier of_pixel{};
    int32_t width = 0;
    int32_t channels = 0;
    int32_t pixels = 0;
};

struct global_average_pool_key {
    bool mean = false;                    // it was a ReduceMean, which TFLite rounds differently
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    int32_t channels = 0;                 // elements of a pixel; 0: the layer says
    int8_t variant = unknown_variant;     // which loops serve the layer (contract/key.hpp)

    friend constexpr bool operator==(const global_average_pool_key&,
                                     const global_average_pool_key&) = default;
};

constexpr global_average_pool_key key_of(const ops::global_average_pool& op, const operands& t,
                                         rounding rounds) {
    return {.mean = op.mean,
            .rounds = rounding_of(t, rounds),
            .channels = rows_of(t.input(0).dims).channels};
}

template <class T>
constexpr global_average_pool_layer<T> layer_of(const ops::global_average_pool& op,
                                                const operands& t, view<const constant>,
                                                rounding rounds) {
    const row_extents in = rows_of(t.input(0).dims);
    global_average_pool_layer<T> layer{.result = rescaling_of<T>(op.clamp, t, rounds),
                                       .width = in.width,
                                       .channels = in.channels,
                                       .pixels = in.rows * in.width};
    if constexpr (!is_same<T, float>)
        if (layer.pixels > 0) layer.of_pixel = divided(layer.result.multiplier, layer.pixels);
    return layer;
}

template <global_average_pool_key G, class In>
constexpr void begin(portable_tag, const global_average_pool_layer<In>& layer,
                     accumulator_t<In>* sums) {
    const int32_t channels = known_or(G.channels, layer.channels);
    for (int32_t c = 0; c < channels; ++c) sums[c] = 0;
}

template <global_average_pool_key G, class In>
[[gnu::noinline]] constexpr void add_rows(portable_tag, const global_average_pool_layer<In>& layer,
                                          accumulator_t<In>* sums, const row_window<In>& in,
                                          int32_t, int32_t row_count) {
    const int32_t channels = known_or(G.channels, layer.channels);
    for (int32_t y = 0; y < row_count; ++y) {
        const In* pixel = in(y);
        for (int32_t x = 0; x < layer.width; ++x, pixel += channels)
            for (int32_t c = 0; c < channels; ++c) sums[c] += pixel[c];
    }
}

template <global_average_pool_key G, class In, class Out>
[[gnu::noinline]] constexpr void end(portable_tag, const global_average_pool_layer<In>& layer,
                                     const accumulator_t<In>* sums, Out* out) {
    const int32_t channels = known_or(G.channels, layer.channels);
    if constexpr (is_same<In, float>) {
        for (int32_t c = 0; c < channels; ++c)
            out[c] = clamped(sums[c] / float(layer.pixels), layer.result);
    } else {
        const averaging<G.rounds, G.mean> average(layer.pixels, layer.result, layer.of_pixel);
        for (int32_t c = 0; c < channels; ++c)
            out[c] = average.template code<Out>(int32_t(sums[c]));
    }
}

}  // namespace tigris::kernels
