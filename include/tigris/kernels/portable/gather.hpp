// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements chosen by indices, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/indexing.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// The data of one batch has `batch_elements` elements, its tuples `batch_indices` indices: 0 where
/// all batches share them. Only `map` counts where every element has
/// its own index.
template <class T>
struct gather_layer {
    index_map map{};
    int32_t batches = 0;
    int32_t batch_elements = 0;
    int32_t batch_indices = 0;
};

struct gather_key {
    ops::indexing by{};  // what an index names: a block or an element

    friend constexpr bool operator==(const gather_key&, const gather_key&) = default;
};

constexpr gather_key key_of(const ops::gather& op, const operands&, rounding) {
    return {.by = op.by};
}

template <class T>
constexpr gather_layer<T> layer_of(const ops::gather& op, const operands& t, view<const constant>,
                                   rounding) {
    const shape data = t.input(0).dims, indices = t.input(1).dims;
    if (op.by == ops::indexing::elements) return {.map = element_map(data, op.axis, indices)};
    return {.map = block_map(data, 1, indices),
            .batches = data[0],
            .batch_elements = stride_of(data, 0),
            .batch_indices = indices[0] == 1 ? 0 : stride_of(indices, 0)};
}

template <class T, class Data, class Indices>
constexpr void gather_blocks(const gather_layer<T>& layer, T* out, Data data, Indices indices) {
    const index_map& map = layer.map;
    for (int32_t batch = 0; batch < layer.batches; ++batch)
        for (int32_t tuple = 0; tuple < map.count; ++tuple) {
            const int32_t first = batch * layer.batch_indices + tuple * map.axes;
            const int32_t from = batch * layer.batch_elements + offset_of(map, indices, first);
            for (int32_t i = 0; i < map.inner; ++i) *out++ = data[from + i];
        }
}

/// Data and Indices are pointers or constant_pointers.
template <gather_key G, class T, class Data, class Indices>
[[gnu::noinline]] constexpr void whole(portable_tag, const gather_layer<T>& layer, T* out,
                                       Data data, Indices indices) {
    if constexpr (G.by == ops::indexing::blocks)
        gather_blocks(layer, out, data, indices);
    else
        for_each_element(layer.map, indices,
                         [&](int32_t i, int32_t place) { out[i] = data[place]; });
}

}  // namespace tigris::kernels
