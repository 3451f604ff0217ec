// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements divided by a measure of all elements along some axes, in plain C++.

#include <tigris/kernels/arithmetic/functions/roots.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/convert.hpp>
#include <tigris/kernels/walks/split_axes.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `scale` and `bias`, one number for each term, may be null. `real_in` and `real_out` are the
/// scales of codes.
template <class T>
struct normalize_layer {
    static constexpr int32_t wide_address_bytes = 12;

    split_axes axes{};
    float epsilon = 0;
    constant_pointer<float> scale{};
    constant_pointer<float> bias{};
    float real_in = 0;
    float real_out = 0;
    int16_t zero_point_in = 0;
    result_codes codes{};
};

struct normalize_key {
    ops::normalize_function function{};  // measure by which elements are divided

    friend constexpr bool operator==(const normalize_key&, const normalize_key&) = default;
};

constexpr normalize_key key_of(const ops::normalize& op, const operands&, rounding) {
    return {.function = op.function};
}

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(normalize_layer<T>& layer,
                                                    const ops::normalize&, const operands& t,
                                                    const Constants& constants) {
    if (t.has_input(1)) layer.scale = elements_of<float>(constants[t.input(1).index]);
    if (t.has_input(2)) layer.bias = elements_of<float>(constants[t.input(2).index]);
}

template <class T>
constexpr normalize_layer<T> layer_of(const ops::normalize& op, const operands& t,
                                      view<const constant> constants, rounding rounds) {
    normalize_layer<T> layer{split_axes_of(t.input(0).dims, op.axes), op.epsilon};
    set_constants(layer, op, t, constants);
    if (is_quantized(t.input(0))) {
        layer.real_in = t.input(0).quant.scale;
        layer.real_out = t.output().quant.scale;
        layer.zero_point_in = int16_t(t.input(0).quant.zero_point);
        layer.codes = codes_of({}, t.output(), rounds);
    }
    return layer;
}

/// An element as the real number that it is or stands for.
template <class T, class X>
constexpr float real_at(const normalize_layer<T>& layer, const X& x, int32_t at) {
    if constexpr (is_same<T, float>)
        return x[at];
    else
        return float(x[at] - layer.zero_point_in) * layer.real_in;
}

template <class Out, class T>
constexpr Out result_at(const normalize_layer<T>& layer, float y, int32_t term) {
    if (layer.scale.bytes) y *= layer.scale[term];
    if (layer.bias.bytes) y += layer.bias[term];
    if constexpr (is_same<Out, float>)
        return y;
    else
        return quantize_real<Out>(y, layer.real_out, layer.codes);
}

template <class T, class X>
constexpr float mean_of(const normalize_layer<T>& layer, const X& x) {
    float sum = 0;
    each_place(layer.axes.reduced, [&](int32_t at) { sum += real_at(layer, x, at); });
    return sum / float(layer.axes.terms);
}

/// What elements, less `mean`, are divided by.
template <ops::normalize_function F, class T, class X>
constexpr float measure_of(const normalize_layer<T>& layer, const X& x, float mean) {
    using enum ops::normalize_function;
    float sum = 0;
    each_place(layer.axes.reduced, [&](int32_t at) {
        const float d = real_at(layer, x, at) - mean;
        sum += F == l1 ? (d < 0 ? -d : d) : d * d;
    });
    if (F == l1) return sum;
    return square_root(F == l2 ? sum : sum / float(layer.axes.terms) + layer.epsilon);
}

/// The output may overwrite the input.
template <ops::normalize_function F, class T, class Out, class X>
constexpr void normalize_span(const normalize_layer<T>& layer, Out* out, const X& x) {
    using enum ops::normalize_function;
    const float mean = F == standard ? mean_of(layer, x) : 0;
    const float measure = measure_of<F>(layer, x, mean);
    const float factor = (F == l1 || F == l2) && measure == 0 ? 0 : 1 / measure;
    int32_t term = 0;
    each_place(layer.axes.reduced, [&](int32_t at) {
        out[at] = result_at<Out>(layer, (real_at(layer, x, at) - mean) * factor, term++);
    });
}

template <normalize_key G, class T, class Out, class X>
constexpr void normalize_block(const normalize_layer<T>& layer, Out* out, const X& x) {
    each_place(layer.axes.kept,
               [&](int32_t at) { normalize_span<G.function>(layer, out + at, x + at); });
}

template <normalize_key G, class T, class Out, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const normalize_layer<T>& layer, Out* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t elements = layer.axes.results * layer.axes.terms;
    for (int32_t y = 0; y < row_count; ++y, out += elements) normalize_block<G>(layer, out, in(y));
}

template <normalize_key G, class T, class Out, class X>
[[gnu::noinline]] constexpr void whole(portable_tag, const normalize_layer<T>& layer, Out* out,
                                       const X& in) {
    normalize_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
