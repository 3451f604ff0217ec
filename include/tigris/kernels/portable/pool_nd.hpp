// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Pools of any form in plain C++.

#include <tigris/kernels/arithmetic/functions/power.hpp>
#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/space_walk.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct pool_nd_layer {
    space_window window{};
    ops::space_numbers pads_end{};
    int32_t p = 2;
    bool count_include_pad = false;
    bool column_major = false;
    ops::clamp clamp{};
};

struct pool_nd_key {
    ops::pool_nd_function function{};  // function of the elements under a window

    friend constexpr bool operator==(const pool_nd_key&, const pool_nd_key&) = default;
};

constexpr pool_nd_key key_of(const ops::pool_nd& op, const operands&, rounding) {
    return {.function = op.function};
}

template <class T>
constexpr pool_nd_layer<T> layer_of(const ops::pool_nd& op, const operands& t, view<const constant>,
                                    rounding) {
    return {.window = {.in = ops::space_of(t.input(0).dims),
                       .out = ops::space_of(t.output().dims),
                       .kernel = {op.kernel[0], op.kernel[1], op.kernel[2]},
                       .strides = op.strides,
                       .dilations = op.dilations,
                       .pads = op.pads},
            .pads_end = op.pads_end,
            .p = op.p,
            .count_include_pad = op.count_include_pad,
            .column_major = op.column_major,
            .clamp = op.clamp};
}

/// What a window holds: the largest element or a sum, how many elements, and where the largest is.
template <class T>
struct pooled {
    T value{};
    int32_t count = 0;
    int32_t source = 0;
};

/// Maxima leave NaN out, wherever it lies, but where there is nothing else.
template <pool_nd_key G, class T>
constexpr void pool_element(pooled<T>& result, T x, int32_t source, int32_t p) {
    if constexpr (G.function == ops::pool_nd_function::average)
        result.value += x;
    else if constexpr (G.function == ops::pool_nd_function::power_mean)
        result.value += whole_power(x < 0 ? -x : x, p);
    else if (result.count == 0 || x > result.value || (result.value != result.value && x == x))
        result.value = x, result.source = source;
    ++result.count;
}

/// Whether a tap falls on the image or on its padding, and not beyond both.
template <class T>
constexpr bool is_padded_place(const pool_nd_layer<T>& layer, const space_place& y,
                               const space_place& tap) {
    for (int axis = 0; axis < ops::space_axes; ++axis)
        if (fine_position(layer.window, axis, y.at[axis], tap.at[axis]) >=
            layer.window.in.space[axis] + layer.pads_end[axis])
            return false;
    return true;
}

/// `x` is the channel's element of the image's first position; `divisor` what an average is
/// divided by.
template <pool_nd_key G, class T, class X>
constexpr pooled<T> pool_window(const pool_nd_layer<T>& layer, X x, const space_place& y,
                                int32_t& divisor) {
    pooled<T> result;
    space_place tap;
    divisor = 0;
    do {
        const int32_t source = source_of(layer.window, y, tap);
        if (source >= 0)
            pool_element<G>(result, x[source * layer.window.in.channels], source, layer.p);
        if (layer.count_include_pad && is_padded_place(layer, y, tap)) ++divisor;
    } while (tap.advance(layer.window.kernel));
    if (!layer.count_include_pad) divisor = result.count;
    return result;
}

/// ONNX's number of an element: `source` is its position in channel `c` of image `n`.
template <class T>
constexpr int64_t onnx_number(const pool_nd_layer<T>& layer, int32_t n, int32_t c, int32_t source) {
    const ops::space_extents& in = layer.window.in;
    const int64_t image = int64_t(n) * in.channels + c;
    if (!layer.column_major) return image * in.positions() + source;
    const int32_t column = source % in.space[2], rest = source / in.space[2];
    const int32_t row = rest % in.space[1], depth = rest / in.space[1];
    return image * in.positions() + depth + in.space[0] * (row + int64_t(in.space[1]) * column);
}

template <pool_nd_key G, class T>
constexpr T pool_value(const pool_nd_layer<T>& layer, const pooled<T>& result, int32_t divisor) {
    if constexpr (G.function == ops::pool_nd_function::average)
        return clamped(divisor ? result.value / float(divisor) : 0, layer.clamp);
    else if constexpr (G.function == ops::pool_nd_function::power_mean)
        return clamped(whole_root(result.value, layer.p), layer.clamp);
    else if constexpr (is_same<T, float>)
        return clamped(result.value, layer.clamp);
    else
        return result.value;
}

template <pool_nd_key G, class Out, class T, class X>
[[gnu::noinline]] constexpr void whole(portable_tag, const pool_nd_layer<T>& layer, Out* out,
                                       X in) {
    const ops::space_extents &from = layer.window.in, &to = layer.window.out;
    for (int32_t n = 0; n < to.images; ++n, in = in + from.positions() * from.channels) {
        space_place y;
        do {
            for (int32_t c = 0; c < to.channels; ++c, ++out) {
                int32_t divisor = 0;
                const pooled<T> result = pool_window<G>(layer, in + c, y, divisor);
                if constexpr (G.function == ops::pool_nd_function::place)
                    *out = onnx_number(layer, n, c, result.source);
                else
                    *out = pool_value<G>(layer, result, divisor);
            }
        } while (y.advance(to.space));
    }
}

}  // namespace tigris::kernels
