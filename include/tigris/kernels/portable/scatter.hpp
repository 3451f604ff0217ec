// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements replaced at places that indices name, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/indexing.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct scatter_layer {
    index_map map{};
    int32_t elements = 0;
};

struct scatter_key {
    ops::indexing by{};                  // what an index names: a block or an element
    ops::scatter_reduction reduction{};  // function of the old element and the update

    friend constexpr bool operator==(const scatter_key&, const scatter_key&) = default;
};

constexpr scatter_key key_of(const ops::scatter& op, const operands&, rounding) {
    return {.by = op.by, .reduction = op.reduction};
}

template <class T>
constexpr scatter_layer<T> layer_of(const ops::scatter& op, const operands& t, view<const constant>,
                                    rounding) {
    const shape data = t.input(0).dims, indices = t.input(1).dims;
    const bool by_blocks = op.by == ops::indexing::blocks;
    return {.map = by_blocks ? block_map(data, 0, indices) : element_map(data, op.axis, indices),
            .elements = int32_t(element_count(data))};
}

/// Sums and products of integers wrap around, as those of unsigned ones do.
template <class T, class F>
constexpr T wrapped(T a, T b, const F& f) {
    if constexpr (is_same<T, float>)
        return f(a, b);
    else
        return T(f(uint64_t(a), uint64_t(b)));
}

/// Source: ONNX ScatterND, reduction; numpy's minimum and maximum, which keep NaN.
template <ops::scatter_reduction R, class T>
constexpr T reduced(T old, T update) {
    using enum ops::scatter_reduction;
    if constexpr (R == none) return update;
    if constexpr (R == add) {
        if constexpr (is_same<T, bool>) return old || update;
        return wrapped(old, update, [](auto a, auto b) { return a + b; });
    }
    if constexpr (R == multiply) return wrapped(old, update, [](auto a, auto b) { return a * b; });
    if (old != old) return old;
    if constexpr (R == min)
        return old < update ? old : update;
    else
        return old > update ? old : update;
}

template <ops::scatter_reduction R, class T, class Indices, class Updates>
constexpr void scatter_blocks(const index_map& map, T* out, Indices indices, Updates updates) {
    for (int32_t tuple = 0; tuple < map.count; ++tuple) {
        T* to = out + offset_of(map, indices, tuple * map.axes);
        for (int32_t i = 0; i < map.inner; ++i)
            to[i] = reduced<R, T>(to[i], updates[tuple * map.inner + i]);
    }
}

/// Data, Indices and Updates are pointers or constant_pointers; `out` may be the data.
template <scatter_key G, class T, class Data, class Indices, class Updates>
[[gnu::noinline]] constexpr void whole(portable_tag, const scatter_layer<T>& layer, T* out,
                                       Data data, Indices indices, Updates updates) {
    for (int32_t i = 0; i < layer.elements; ++i) out[i] = data[i];
    if constexpr (G.by == ops::indexing::blocks)
        scatter_blocks<G.reduction>(layer.map, out, indices, updates);
    else
        for_each_element(layer.map, indices, [&](int32_t i, int32_t place) {
            out[place] = reduced<G.reduction, T>(out[place], updates[i]);
        });
}

}  // namespace tigris::kernels
