// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements divided by a measure of all elements along some axes, in plain C++.

#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/elementary.hpp>
#include <tigris/kernels/geometry.hpp>
#include <tigris/kernels/row_window.hpp>
#include <tigris/kernels/split_axes.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct normalize_layer {
    split_axes axes{};
    float epsilon = 0;
};

/// `function` is a ops::normalize_function.
constexpr geometry geometry_of(const ops::normalize& op, const operands& t, rounding rounds) {
    geometry g = geometry_of(ops::kind_of<ops::normalize>, t, rounds);
    g.function = uint8_t(op.function);
    return g;
}

template <class T>
constexpr normalize_layer<T> layer_of(const ops::normalize& op, const operands& t,
                                      view<const constant>, rounding) {
    return {split_axes_of(t.input(0).dims, op.axes), op.epsilon};
}

template <class In>
constexpr float mean_of(const split_axes& axes, const In& x) {
    float sum = 0;
    each_place(axes.reduced, [&](int32_t at) { sum += x[at]; });
    return sum / float(axes.terms);
}

/// What elements, less `mean`, are divided by.
template <ops::normalize_function F, class In>
constexpr float measure_of(const normalize_layer<float>& layer, const In& x, float mean) {
    using enum ops::normalize_function;
    float sum = 0;
    each_place(layer.axes.reduced, [&](int32_t at) {
        const float d = x[at] - mean;
        sum += F == l1 ? (d < 0 ? -d : d) : d * d;
    });
    if (F == l1) return sum;
    return square_root(F == l2 ? sum : sum / float(layer.axes.terms) + layer.epsilon);
}

/// The output may overwrite the input.
template <ops::normalize_function F, class In>
constexpr void normalize_run(const normalize_layer<float>& layer, float* out, const In& x) {
    using enum ops::normalize_function;
    const float mean = F == standard ? mean_of(layer.axes, x) : 0;
    const float measure = measure_of<F>(layer, x, mean);
    if ((F == l1 || F == l2) && measure == 0)
        return each_place(layer.axes.reduced, [&](int32_t at) { out[at] = 0; });
    const float factor = 1 / measure;
    each_place(layer.axes.reduced, [&](int32_t at) { out[at] = (x[at] - mean) * factor; });
}

template <geometry G, class In>
constexpr void normalize_block(const normalize_layer<float>& layer, float* out, const In& x) {
    each_place(layer.axes.kept, [&](int32_t at) {
        normalize_run<ops::normalize_function(G.function)>(layer, out + at, x + at);
    });
}

template <geometry G, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const normalize_layer<float>& layer, float* out,
                                      int32_t row_count, const Rows& in) {
    const int32_t elements = layer.axes.results * layer.axes.terms;
    for (int32_t y = 0; y < row_count; ++y, out += elements) normalize_block<G>(layer, out, in(y));
}

template <geometry G, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const normalize_layer<float>& layer,
                                       float* out, const In& in) {
    normalize_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
