// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One axis brought to another extent as tables say, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `outer` blocks of `in` times `inner` elements become blocks of `out` times `inner`.
template <class T>
struct interpolate_layer {
    static constexpr int32_t wide_address_bytes = 8;

    constant_pointer<int32_t> first{};
    constant_pointer<float> weights{};
    int32_t outer = 1;
    int32_t in = 1;
    int32_t out = 1;
    int32_t inner = 1;
    int32_t taps = 1;
    T outside{};
};

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(interpolate_layer<T>& layer,
                                                    const ops::interpolate&, const operands& t,
                                                    const Constants& constants) {
    layer.first = elements_of<int32_t>(constants[t.input(1).index]);
    layer.weights = elements_of<float>(constants[t.input(2).index]);
}

constexpr plain_key<ops::interpolate> key_of(const ops::interpolate&, const operands&, rounding) {
    return {};
}

template <class T>
constexpr interpolate_layer<T> layer_of(const ops::interpolate& op, const operands& t,
                                        view<const constant> constants, rounding) {
    const shape dims = t.input(0).dims;
    interpolate_layer<T> layer{.in = dims[op.axis],
                               .out = t.input(1).dims[0],
                               .taps = t.input(2).dims[1],
                               .outside = T(op.outside)};
    set_constants(layer, op, t, constants);
    for (int axis = 0; axis < op.axis; ++axis) layer.outer *= dims[axis];
    for (int axis = op.axis + 1; axis < dims.rank; ++axis) layer.inner *= dims[axis];
    return layer;
}

/// One element of the output from those that begin at x, `inner` apart.
template <class T, class X>
constexpr T between(const interpolate_layer<T>& layer, X x, constant_pointer<float> w) {
    if constexpr (is_same<T, float>) {
        if (layer.taps == 1) return x[0];
        float sum = 0;
        for (int32_t tap = 0; tap < layer.taps; ++tap) sum += w[tap] * x[tap * layer.inner];
        return sum;
    } else {
        return x[0];
    }
}

template <plain_key<ops::interpolate>, class T, class X>
[[gnu::noinline]] constexpr void whole(portable_tag, const interpolate_layer<T>& layer, T* out,
                                       X in) {
    for (int32_t block = 0; block < layer.outer; ++block, in = in + layer.in * layer.inner)
        for (int32_t k = 0; k < layer.out; ++k) {
            const int32_t first = layer.first[k];
            const X x = in + (first < 0 ? 0 : first) * layer.inner;
            for (int32_t i = 0; i < layer.inner; ++i)
                *out++ = first >= 0 ? between(layer, x + i, layer.weights + k * layer.taps)
                                    : layer.outside;
        }
}

}  // namespace tigris::kernels
