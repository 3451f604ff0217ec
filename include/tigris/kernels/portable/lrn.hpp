// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Local response normalization in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

/// `spans` of `channels` elements a row; a window reaches `before` and `behind` its channel.
template <class T>
struct lrn_layer {
    int32_t spans = 0;
    int32_t channels = 0;
    int32_t before = 0;
    int32_t behind = 0;
    float factor = 0;
    float power = 0;
    float bias = 0;
};

constexpr plain_key<ops::lrn> key_of(const ops::lrn&, const operands&, rounding) { return {}; }

template <class T>
constexpr lrn_layer<T> layer_of(const ops::lrn& op, const operands& t, view<const constant>,
                                rounding) {
    const shape dims = t.input(0).dims;
    const int32_t channels = dims.rank > 0 ? dims[dims.rank - 1] : 1;
    return {.spans = rows_of(dims).row_elements() / channels,
            .channels = channels,
            .before = (op.size - 1) / 2,
            .behind = op.size / 2,
            .factor = op.alpha / float(op.size),
            .power = -op.beta,
            .bias = op.bias};
}

template <class In>
constexpr float energy_around(const lrn_layer<float>& layer, const In& x, int32_t channel) {
    const int32_t first = channel < layer.before ? 0 : channel - layer.before;
    const bool reaches_end = layer.behind >= layer.channels - channel;
    const int32_t last = reaches_end ? layer.channels - 1 : channel + layer.behind;
    float sum = 0;
    for (int32_t i = first; i <= last; ++i) sum += x[i] * x[i];
    return sum;
}

template <class In>
constexpr void lrn_span(const lrn_layer<float>& layer, float* out, const In& x) {
    for (int32_t c = 0; c < layer.channels; ++c) {
        const float base = layer.bias + layer.factor * energy_around(layer, x, c);
        out[c] = x[c] * exp(layer.power * log(base));
    }
}

template <plain_key<ops::lrn>, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const lrn_layer<float>& layer, float* out,
                                      int32_t row_count, const Rows& in) {
    for (int32_t y = 0; y < row_count; ++y) {
        auto x = in(y);
        for (int32_t span = 0; span < layer.spans; ++span, out += layer.channels) {
            lrn_span(layer, out, x);
            x = x + layer.channels;
        }
    }
}

}  // namespace tigris::kernels
